// What the service may use of the doors.
export { CompatCalls, type Exchange } from './compat-calls';
export { CompatModule } from './compat.module';
export { IN_BODY, type Door, type DoorError } from './door';
