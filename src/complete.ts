#!/usr/bin/env node
/** `kubectl_complete-pvguard`: the same program, which sees by its name what it is asked for. */
import "./main.ts";
