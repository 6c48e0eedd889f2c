import { createLightTheme } from '@fluentui/react-components';

export const createFluentTheme = createLightTheme;
