import { addressRanges } from './address-ranges';
import { forbiddenAddress } from './addresses';

const HOSTILE = [
  // loopback and this host
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  // private
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fec0::1',
  // link-local, cloud metadata
  '169.254.169.254',
  '169.254.0.1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  // carrier-grade NAT
  '100.64.0.1',
  '100.127.255.255',
  // multicast and broadcast
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  'ff02::1',
  'ff05::2',
  // reserved, documentation, benchmarks
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '240.0.0.1',
  '192.88.99.1',
  '2001:db8::1',
  '100::1',
  '4000::1',
  '5f00::1',
  // IPv4 in disguise
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:169.254.169.254',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  // no address at all
  'localhost',
  '',
  '127.0.0.1:80',
];

test.each(HOSTILE)('%s is refused with a reason', (address) => {
  expect(forbiddenAddress(address)).toMatch(/ is /);
});

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s passes', (address) => {
  expect(forbiddenAddress(address)).toBeUndefined();
});

test('of the refused addresses only those of an allowed block pass, in no disguise', () => {
  const allow = addressRanges('10.1.0.0/16, fd00::/8,127.0.0.1/32');
  const passing = [
    '10.1.2.3',
    '10.2.0.1',
    '127.0.0.1',
    '127.0.0.2',
    '::1',
    'fd12::1',
    'fe80::1',
    '::ffff:10.1.2.3',
    '169.254.169.254',
  ];
  expect(passing.filter((address) => forbiddenAddress(address, { allow }) === undefined)).toEqual([
    '10.1.2.3',
    '127.0.0.1',
    'fd12::1',
  ]);
});

test('only loopback passes where loopback is allowed', () => {
  const passing = HOSTILE.filter((address) => forbiddenAddress(address, { allowLoopback: true }) === undefined);
  expect(passing).toEqual(['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1']);
});
