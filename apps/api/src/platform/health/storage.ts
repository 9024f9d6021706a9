import { Injectable } from '@nestjs/common';
import { Config, Store } from '@percept/core';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeProbe } from '../installation/installation.repository';
import { WriteProbe } from './write-probe';

/** The least space that a file takes on most disks. */
const PROBE = Buffer.alloc(4_096);

/** Whether the database and the data folder can be written: without them every call fails. */
@Injectable()
export class Storage {
  private readonly database: WriteProbe;
  private readonly folder: WriteProbe;

  constructor(store: Store, { PERCEPT_DATA_DIR }: Config) {
    const file = join(PERCEPT_DATA_DIR, `.write-probe.${process.pid}`);
    this.database = new WriteProbe(() => store.transaction((tx) => writeProbe(tx.manager, Date.now())));
    this.folder = new WriteProbe(() => writeAndRemove(file));
  }

  async state(): Promise<{ database: string; data_folder: string }> {
    const [database, data_folder] = await Promise.all([this.database.state(), this.folder.state()]);
    return { database, data_folder };
  }
}

/** Also removes a partly written file. */
async function writeAndRemove(file: string): Promise<void> {
  try {
    await writeFile(file, PROBE);
  } finally {
    await rm(file, { force: true });
  }
}
