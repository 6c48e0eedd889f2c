export function startDevServer(): Promise<{ url: string; screens: string; stop(): Promise<void> }>;
