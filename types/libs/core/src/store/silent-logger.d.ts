import type { Logger } from 'typeorm';
/** TypeORM prints on standard output, which belongs to answers; what fails is thrown, and logged by whoever catches it. */
export declare const silentLogger: Logger;
