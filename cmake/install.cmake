# Installation: filled in with the packaging work.
