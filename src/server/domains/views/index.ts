export { viewResource } from './routes/view-resource.ts';
export { savedWidgetResource } from './saved-widget/saved-widget-resource.ts';
export { kindRules } from './view/kind-rules.ts';
