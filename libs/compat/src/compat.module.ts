import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigurationError, doors } from '@percept/core';
import { suggest } from '@percept/sdk';
import type { Door } from '@percept/sdk/doors';
import { doorController } from './door-controller';
import { findDoorModule } from './service-doors';

/** The interfaces of other services in front of our capabilities. The service provides `CompatCalls` to all modules. */
@Module({})
export class CompatModule {
  /**
   * @param names of the open doors, as in the setting PERCEPT_COMPAT; `all` opens the doors of every plugin.
   * @throws ConfigurationError for a name that no plugin has.
   */
  static forRoot(names: 'all' | readonly string[]): DynamicModule {
    const open = names === 'all' ? doors.values() : names.map(doorNamed);
    const imports = open.flatMap((door) => findDoorModule(door) ?? []);
    const controllers = open.filter((door) => door.routes.length > 0).map(doorController);
    return { module: CompatModule, imports, controllers };
  }
}

function doorNamed(name: string): Door {
  const door = doors.get(name);
  if (door) return door;
  const names = doors.names();
  const known = `The doors are ${names.join(', ')}.`;
  throw new ConfigurationError(`PERCEPT_COMPAT names '${name}', which is not a door.${suggest(name, names)} ${known}`);
}
