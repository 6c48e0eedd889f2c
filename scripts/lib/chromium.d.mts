export declare const launchArgs: string[];
export declare const testArgs: string[];
export declare function findChromium(): Promise<string | null>;
export declare function ensureChromium(): Promise<string>;
