import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } },
  },
  stories: [
    { directory: '../src/stories/pages', files: '*.stories.tsx' },
    { directory: '../src/app/testing', titlePrefix: 'Product', files: '*.stories.tsx' },
    { directory: '../widgets', titlePrefix: 'Widgets', files: '*/*.stories.tsx' },
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // Props and their descriptions come from each widget's schema (src/stories/controls.ts), not from TypeScript.
  typescript: { reactDocgen: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
};

export default config;
