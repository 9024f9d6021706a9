import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Class } from '@percept/sdk';
import { getMetadataStorage } from 'class-validator';
import { listedClasses } from '../rest/list-of';

/** The metadata key under which Nest's OpenAPI decorators store the responses. */
const ANSWERS = 'swagger/apiResponse';
const INPUTS = 'swagger/apiParameters';

/** The classes of all bodies and responses that the controllers declare. */
export function declaredClasses(app: NestFastifyApplication): Class[] {
  const found = new Set<Class>(listedClasses);
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      const methods = metatype ? methodsOf((metatype as Class).prototype as object) : [];
      for (const [prototype, name, method] of methods) {
        const answers = Object.values((Reflect.getMetadata(ANSWERS, method) ?? {}) as object) as Declared[];
        const inputs = (Reflect.getMetadata(INPUTS, method) ?? []) as Declared[];
        const arguments_ = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Class[];
        for (const type of [...[...answers, ...inputs].map((each) => each.type), ...arguments_])
          if (isChecked(type)) found.add(type);
      }
    }
  }
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Declared {
  type?: unknown;
}

function methodsOf(prototype: object): [prototype: object, name: string, method: object][] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([name, { value }]) => [prototype, name, value as object]);
}

function isChecked(type: unknown): type is Class {
  if (typeof type !== 'function') return false;
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}
