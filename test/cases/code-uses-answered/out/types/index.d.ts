export declare function assume(id: 'other', value: unknown): unknown;
