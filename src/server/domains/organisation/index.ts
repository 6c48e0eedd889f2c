export { organizationalUnitResource } from './unit/organizational-unit-resource.ts';
