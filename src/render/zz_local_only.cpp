int flotsamRenderPlaceholder = 0;
