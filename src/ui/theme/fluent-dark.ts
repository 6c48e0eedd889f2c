import { createDarkTheme } from '@fluentui/react-components';

export const createFluentTheme = createDarkTheme;
