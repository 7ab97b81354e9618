// SPDX-License-Identifier: MIT
// The tank of one projection (src/verify/tank.h) for tests.
#pragma once

#include <gtest/gtest.h>

#include "verify/tank.h"
