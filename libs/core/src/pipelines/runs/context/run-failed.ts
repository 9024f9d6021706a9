/** Why a run cannot succeed: too many failed items, a missing folder, a file that cannot be written. */
export class RunFailed extends Error {}
