import type { PluginHost } from '@percept/core';
import type { FastifyRequest } from 'fastify';
import { prefersAsync } from '../http/prefers-async';

/**
 * Refuses a call that no worker would reach in time, before it is counted and its body is read: under overload a refusal must cost
 * next to nothing. @throws PerceptError OVERLOADED.
 */
export function refuseOverload(host: PluginHost, request: FastifyRequest): void {
  const { capability } = request.routeOptions.config;
  if (capability && !prefersAsync(request)) host.checkRoom(capability);
}
