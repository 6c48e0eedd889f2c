export function serveBenchPage(port?: number): Promise<{ url: string; stop(): Promise<void> }>;
