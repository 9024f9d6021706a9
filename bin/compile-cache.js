'use strict';
const nodeModule = require('node:module');
const { homedir } = require('node:os');
const { join } = require('node:path');

/** The user's own folder: code that somebody else may write must not be run. */
const userCache = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'percept', 'compiled');

/**
 * Keeps the compiled code of modules between commands, from Node 22.8 on: a start takes less CPU. Where the folder cannot
 * be written, Node goes on without it. `NODE_COMPILE_CACHE` names another folder, `NODE_DISABLE_COMPILE_CACHE=1` ends it.
 */
exports.keepCompiledCode = () => {
  try {
    nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE || userCache());
  } catch {
    // A user without a home folder.
  }
};
