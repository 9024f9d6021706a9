/** Why a run cannot end well: more failed items than tolerated, a folder that is not there, a file that cannot be written. */
export class RunFailed extends Error {}
