export declare const serverPath: RegExp;
