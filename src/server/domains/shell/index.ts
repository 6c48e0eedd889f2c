export { appearanceResource } from './appearance/appearance-resource.ts';
export { homeResource } from './home/home-resource.ts';
export { notificationResource } from './notification/notification-resource.ts';
