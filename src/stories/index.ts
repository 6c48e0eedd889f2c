/** For a widget's stories: `widgets/<type>/<Type>.stories.tsx`. */
export { widgetStories } from './widget-stories.tsx';
export { storyStrings } from './strings.ts';
export { formats } from './format-sample.ts';
export { buttonNode, textNode } from './nodes.ts';
