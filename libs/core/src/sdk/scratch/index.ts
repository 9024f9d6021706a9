// `@percept/sdk/scratch`: temporary tables on disk, for capabilities that sort, join or group more rows than fit into memory.
export { type Cell, ScratchTables } from './scratch-tables';
