export interface AddressRules {
    /** Lets 127.0.0.0/8 and ::1 pass, for development. */
    allowLoopback?: boolean;
}
/**
 * Why Percept does not connect to that IP address; undefined where it does. Only addresses of the public internet pass:
 * anything else may be a service that trusts its network.
 */
export declare function forbiddenAddress(text: string, { allowLoopback }?: AddressRules): string | undefined;
