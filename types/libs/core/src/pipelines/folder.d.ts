import type { Catalogue } from './catalogue';
import type { PipelineSummary } from './pipelines';
/** The pipelines of a folder: its files that end in .yaml or .yml. */
export declare class PipelineFolder {
    private readonly folder;
    private readonly catalogue;
    constructor(folder: string, catalogue: Catalogue);
    /** By name. A file with mistakes goes by the name of the file. */
    list(): Promise<PipelineSummary[]>;
    read(file: string): Promise<{
        source: string;
        file: string;
    }>;
    private files;
    private summary;
}
