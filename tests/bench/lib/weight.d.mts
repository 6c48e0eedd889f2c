import type { Page } from '@playwright/test';

export declare function weigh(page: Page): {
  requests(): string[];
  scripts(): { name: string; bytes: number }[];
  scriptBytes(): number;
};
