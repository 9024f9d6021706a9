import 'reflect-metadata';
import { parentPort, workerData } from 'node:worker_threads';
import { loadPlugins } from './loading/load';
import type { Admission, PluginSource } from './loading/plugin-source';

// Entry point of a thread that loads one plugin, to see its effects on the thread.
const { source, admission } = workerData as { source: PluginSource; admission: Admission };
parentPort!.postMessage(loadPlugins([source], admission).rejected);
