import { ValidateBy } from 'class-validator';
import ipaddr from 'ipaddr.js';

/** A block of addresses, in CIDR notation: `10.1.0.0/16`, `fd00::/8`. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses blocks that are separated by commas. @throws Error for an invalid block. */
export function addressRanges(text: string): AddressRange[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => ipaddr.parseCIDR(part));
}

export function isInside(address: ipaddr.IPv4 | ipaddr.IPv6, [block, bits]: AddressRange): boolean {
  return address.kind() === block.kind() && address.match(block, bits);
}

export function AreAddressRanges(): PropertyDecorator {
  const validate = (value: unknown) => {
    try {
      return typeof value === 'string' && addressRanges(value).length >= 0;
    } catch {
      return false;
    }
  };
  const defaultMessage = () => 'it must be blocks of addresses such as 10.1.0.0/16,fd00::/8';
  return ValidateBy({ name: 'areAddressRanges', validator: { validate, defaultMessage } });
}
