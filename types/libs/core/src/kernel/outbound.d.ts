import { type LookupAddress } from 'node:dns';
import { Agent } from 'undici';
import { type AddressRules } from './addresses';
/** The host names an address that Percept does not connect to. */
export declare class ForbiddenAddressError extends Error {
    readonly code = "FORBIDDEN_ADDRESS";
}
/** Every address of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;
export interface SafeAgentOptions extends AddressRules {
    connectTimeoutMs?: number;
    /** Certificates (PEM) to trust besides those of Node. */
    ca?: string[];
    /** How names are resolved; the system's way when absent. */
    resolve?: Resolve;
}
/**
 * An undici Agent for URLs that callers gave us. Each new connection resolves the name, checks every address, and goes to
 * a checked one: a name that answers something else the second time gains nothing.
 */
export declare function safeAgent(options?: SafeAgentOptions): Agent;
