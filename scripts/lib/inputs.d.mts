export function filesUnder(path: string): string[];
