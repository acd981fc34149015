// Written by `npm run generate` from docs/openapi.json.
export interface paths {
    readonly "/aggregators": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Over which providers mobile money moves, in which order, and how each does */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Every provider that the settings name, with its health as measured */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly aggregators: readonly {
                                    readonly code: string;
                                    /** @description Money in; null where nothing goes over it */
                                    readonly collection: {
                                        /** @description Orders that it was given in the last 15 minutes */
                                        readonly called: number;
                                        /**
                                         * @description open: orders go elsewhere where anybody else fits; probing: the next one may go there
                                         * @enum {string}
                                         */
                                        readonly circuit: "closed" | "open" | "probing";
                                        /** @description Those of them whose call had no answer */
                                        readonly failed: number;
                                        /** @description false: it gets no new orders; what was begun there goes on */
                                        readonly is_enabled: boolean;
                                        readonly last_called_at: string | null;
                                        /** @description The most that it gets, by its provider and the staff */
                                        readonly max_xof: number | null;
                                        /** @description From an order to the first word about it; null where there was none */
                                        readonly median_ms: number | null;
                                        /** @description The least that it gets, by its provider and the staff */
                                        readonly min_xof: number | null;
                                        /** @description Its place in the setting: 1 is asked first */
                                        readonly priority: number;
                                        /** @description What the deployment says; what is disabled there the staff cannot enable */
                                        readonly setting: {
                                            readonly is_enabled: boolean;
                                        };
                                        /** @description What the staff says, and who said it last; null where nobody said anything */
                                        readonly staff: {
                                            /** Format: uuid */
                                            readonly approved_by: string;
                                            readonly changed_at: string;
                                            /** Format: uuid */
                                            readonly changed_by: string;
                                            /** @description false: it gets no new orders */
                                            readonly is_enabled: boolean;
                                            /** @description It gets no order of more */
                                            readonly max_xof: number | null;
                                            /** @description It gets no order of less */
                                            readonly min_xof: number | null;
                                            /** @description By channel, instead of its place in the setting; the lowest is asked first */
                                            readonly priorities: {
                                                readonly [key: string]: number;
                                            };
                                        } | null;
                                    } | null;
                                    /** @description Money out; null where nothing goes over it */
                                    readonly disbursement: {
                                        /** @description Orders that it was given in the last 15 minutes */
                                        readonly called: number;
                                        /**
                                         * @description open: orders go elsewhere where anybody else fits; probing: the next one may go there
                                         * @enum {string}
                                         */
                                        readonly circuit: "closed" | "open" | "probing";
                                        /** @description Those of them whose call had no answer */
                                        readonly failed: number;
                                        /** @description false: it gets no new orders; what was begun there goes on */
                                        readonly is_enabled: boolean;
                                        readonly last_called_at: string | null;
                                        /** @description The most that it gets, by its provider and the staff */
                                        readonly max_xof: number | null;
                                        /** @description From an order to the first word about it; null where there was none */
                                        readonly median_ms: number | null;
                                        /** @description The least that it gets, by its provider and the staff */
                                        readonly min_xof: number | null;
                                        /** @description Its place in the setting: 1 is asked first */
                                        readonly priority: number;
                                        /** @description What the deployment says; what is disabled there the staff cannot enable */
                                        readonly setting: {
                                            readonly is_enabled: boolean;
                                        };
                                        /** @description What the staff says, and who said it last; null where nobody said anything */
                                        readonly staff: {
                                            /** Format: uuid */
                                            readonly approved_by: string;
                                            readonly changed_at: string;
                                            /** Format: uuid */
                                            readonly changed_by: string;
                                            /** @description false: it gets no new orders */
                                            readonly is_enabled: boolean;
                                            /** @description It gets no order of more */
                                            readonly max_xof: number | null;
                                            /** @description It gets no order of less */
                                            readonly min_xof: number | null;
                                            /** @description By channel, instead of its place in the setting; the lowest is asked first */
                                            readonly priorities: {
                                                readonly [key: string]: number;
                                            };
                                        } | null;
                                    } | null;
                                }[];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/aggregators/{code}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** Propose whether, in which order and within which bounds a provider gets orders */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly code: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Money in */
                        readonly collection?: {
                            /** @description false: it gets no new orders */
                            readonly is_enabled?: boolean;
                            /** @description It gets no order of more; null ends the bound */
                            readonly max_xof?: number | null;
                            /** @description It gets no order of less; null ends the bound */
                            readonly min_xof?: number | null;
                            /** @description By channel; null gives it its place in the setting back */
                            readonly priorities?: {
                                readonly [key: string]: number | null;
                            };
                        };
                        /** @description Money out */
                        readonly disbursement?: {
                            /** @description false: it gets no new orders */
                            readonly is_enabled?: boolean;
                            /** @description It gets no order of more; null ends the bound */
                            readonly max_xof?: number | null;
                            /** @description It gets no order of less; null ends the bound */
                            readonly min_xof?: number | null;
                            /** @description By channel; null gives it its place in the setting back */
                            readonly priorities?: {
                                readonly [key: string]: number | null;
                            };
                        };
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description Proposed: it waits for another person's approval */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/api-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The keys of machines: all that count, then the latest that ended, the newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description No key itself */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly api_keys: readonly {
                                    readonly created_at: string;
                                    /** Format: uuid */
                                    readonly created_by: string;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @description To the minute */
                                    readonly last_used_at: string | null;
                                    /** @description Whole XOF that its account may have ordered in a month; null where the key opens no orders */
                                    readonly monthly_limit: number | null;
                                    readonly networks: readonly string[];
                                    /** @description How many transactions its account may have open to order another; null where the key opens no orders */
                                    readonly open_transactions_max: number | null;
                                    /** @description The beginning of the key, which is shown nowhere else again */
                                    readonly prefix: string;
                                    readonly requests_per_minute: number;
                                    readonly revoked_at: string | null;
                                    readonly scopes: readonly ("listUsers" | "getUser" | "listKycSubmissions" | "getKycSubmission" | "getKycDocument" | "listMonitored" | "getMonitored" | "getTreasury" | "listCases" | "getCase" | "createTransaction" | "createQuote" | "getTransaction" | "listTransactions" | "followTransaction" | "cancelTransaction" | "giveReturnInvoice" | "getRemaining" | "getResume")[];
                                    /** Format: uuid */
                                    readonly user_id: string;
                                    /** @description It opens nothing before another person approves it */
                                    readonly waits_for_approval: boolean;
                                }[];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Make a key for a machine, an account of the role service_client; two people where it shows people or orders for them */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description With the scope `createTransaction` both limits are needed, and nowhere else */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly expires_in_days: number;
                        /** @description Whole XOF that the account may have ordered in a month to order more by this key */
                        readonly monthly_limit?: number;
                        /** @default [] */
                        readonly networks?: readonly (string)[];
                        /** @description How many transactions the account may have open to order another one by this key */
                        readonly open_transactions_max?: number;
                        readonly reason: string;
                        /** @description Up to 120 where the key opens no orders */
                        readonly requests_per_minute: number;
                        readonly scopes: readonly ("listUsers" | "getUser" | "listKycSubmissions" | "getKycSubmission" | "getKycDocument" | "listMonitored" | "getMonitored" | "getTreasury" | "listCases" | "getCase" | "createTransaction" | "createQuote" | "getTransaction" | "listTransactions" | "followTransaction" | "cancelTransaction" | "giveReturnInvoice" | "getRemaining" | "getResume")[];
                        /** Format: uuid */
                        readonly user_id: string;
                    };
                };
            };
            readonly responses: {
                /** @description The key, shown this once */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly api_key: {
                                    readonly created_at: string;
                                    /** Format: uuid */
                                    readonly created_by: string;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @description To the minute */
                                    readonly last_used_at: string | null;
                                    /** @description Whole XOF that its account may have ordered in a month; null where the key opens no orders */
                                    readonly monthly_limit: number | null;
                                    readonly networks: readonly string[];
                                    /** @description How many transactions its account may have open to order another; null where the key opens no orders */
                                    readonly open_transactions_max: number | null;
                                    /** @description The beginning of the key, which is shown nowhere else again */
                                    readonly prefix: string;
                                    readonly requests_per_minute: number;
                                    readonly revoked_at: string | null;
                                    readonly scopes: readonly ("listUsers" | "getUser" | "listKycSubmissions" | "getKycSubmission" | "getKycDocument" | "listMonitored" | "getMonitored" | "getTreasury" | "listCases" | "getCase" | "createTransaction" | "createQuote" | "getTransaction" | "listTransactions" | "followTransaction" | "cancelTransaction" | "giveReturnInvoice" | "getRemaining" | "getResume")[];
                                    /** Format: uuid */
                                    readonly user_id: string;
                                    /** @description It opens nothing before another person approves it */
                                    readonly waits_for_approval: boolean;
                                };
                                /** @description Shown this once; null where the same request made it before: revoke it, make another */
                                readonly key: string | null;
                                /** @description What another person approves before the key opens */
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                } | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api-keys/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** Lower the limits of a key at once; propose them where one rises */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Whole XOF that the account may have ordered in a month to order more by this key */
                        readonly monthly_limit?: number;
                        /** @description How many transactions the account may have open to order another one by this key */
                        readonly open_transactions_max?: number;
                        readonly reason: string;
                        readonly requests_per_minute?: number;
                    };
                };
            };
            readonly responses: {
                /** @description The key, lowered */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly api_key: {
                                    readonly created_at: string;
                                    /** Format: uuid */
                                    readonly created_by: string;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @description To the minute */
                                    readonly last_used_at: string | null;
                                    /** @description Whole XOF that its account may have ordered in a month; null where the key opens no orders */
                                    readonly monthly_limit: number | null;
                                    readonly networks: readonly string[];
                                    /** @description How many transactions its account may have open to order another; null where the key opens no orders */
                                    readonly open_transactions_max: number | null;
                                    /** @description The beginning of the key, which is shown nowhere else again */
                                    readonly prefix: string;
                                    readonly requests_per_minute: number;
                                    readonly revoked_at: string | null;
                                    readonly scopes: readonly ("listUsers" | "getUser" | "listKycSubmissions" | "getKycSubmission" | "getKycDocument" | "listMonitored" | "getMonitored" | "getTreasury" | "listCases" | "getCase" | "createTransaction" | "createQuote" | "getTransaction" | "listTransactions" | "followTransaction" | "cancelTransaction" | "giveReturnInvoice" | "getRemaining" | "getResume")[];
                                    /** Format: uuid */
                                    readonly user_id: string;
                                    /** @description It opens nothing before another person approves it */
                                    readonly waits_for_approval: boolean;
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
                /** @description Proposed: it waits for another person's approval */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/api-keys/{id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End a key at once; again is the same */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description The key */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly api_key: {
                                    readonly created_at: string;
                                    /** Format: uuid */
                                    readonly created_by: string;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @description To the minute */
                                    readonly last_used_at: string | null;
                                    /** @description Whole XOF that its account may have ordered in a month; null where the key opens no orders */
                                    readonly monthly_limit: number | null;
                                    readonly networks: readonly string[];
                                    /** @description How many transactions its account may have open to order another; null where the key opens no orders */
                                    readonly open_transactions_max: number | null;
                                    /** @description The beginning of the key, which is shown nowhere else again */
                                    readonly prefix: string;
                                    readonly requests_per_minute: number;
                                    readonly revoked_at: string | null;
                                    readonly scopes: readonly ("listUsers" | "getUser" | "listKycSubmissions" | "getKycSubmission" | "getKycDocument" | "listMonitored" | "getMonitored" | "getTreasury" | "listCases" | "getCase" | "createTransaction" | "createQuote" | "getTransaction" | "listTransactions" | "followTransaction" | "cancelTransaction" | "giveReturnInvoice" | "getRemaining" | "getResume")[];
                                    /** Format: uuid */
                                    readonly user_id: string;
                                    /** @description It opens nothing before another person approves it */
                                    readonly waits_for_approval: boolean;
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api-keys/{id}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Replace a key by a new one; the old one still counts for the overlap */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly expires_in_days: number;
                        readonly overlap_hours: number;
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description The new key, shown this once */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly api_key: {
                                    readonly created_at: string;
                                    /** Format: uuid */
                                    readonly created_by: string;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @description To the minute */
                                    readonly last_used_at: string | null;
                                    /** @description Whole XOF that its account may have ordered in a month; null where the key opens no orders */
                                    readonly monthly_limit: number | null;
                                    readonly networks: readonly string[];
                                    /** @description How many transactions its account may have open to order another; null where the key opens no orders */
                                    readonly open_transactions_max: number | null;
                                    /** @description The beginning of the key, which is shown nowhere else again */
                                    readonly prefix: string;
                                    readonly requests_per_minute: number;
                                    readonly revoked_at: string | null;
                                    readonly scopes: readonly ("listUsers" | "getUser" | "listKycSubmissions" | "getKycSubmission" | "getKycDocument" | "listMonitored" | "getMonitored" | "getTreasury" | "listCases" | "getCase" | "createTransaction" | "createQuote" | "getTransaction" | "listTransactions" | "followTransaction" | "cancelTransaction" | "giveReturnInvoice" | "getRemaining" | "getResume")[];
                                    /** Format: uuid */
                                    readonly user_id: string;
                                    /** @description It opens nothing before another person approves it */
                                    readonly waits_for_approval: boolean;
                                };
                                /** @description Shown this once; null where the same request made it before: revoke it, make another */
                                readonly key: string | null;
                                /** @description What another person approves before the key opens */
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                } | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What waits for a second person in all services, the oldest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    readonly limit?: number;
                    readonly operation?: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                    readonly proposed_by?: string;
                    readonly status?: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly approvals: readonly {
                                /** @description Whom it is about */
                                readonly account_id: string | null;
                                /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                readonly content: {
                                    readonly [key: string]: unknown;
                                };
                                /** @description What an approval names */
                                readonly content_sha256: string;
                                readonly decided_at: string | null;
                                readonly decided_by: string | null;
                                readonly decision_reason: string | null;
                                readonly expires_at: string;
                                /** Format: uuid */
                                readonly id: string;
                                /** @enum {string} */
                                readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                readonly proposed_at: string;
                                /** Format: uuid */
                                readonly proposed_by: string;
                                /** @description Empty where who it is about was erased */
                                readonly reason: string;
                                /**
                                 * @description `void`: who proposed it was of the staff no more
                                 * @enum {string}
                                 */
                                readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                            }[];
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One proposal: what it would do, and what became of it */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The proposal */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Approve what somebody else proposed: it is carried out, once */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Of the proposal that was read */
                        readonly content_sha256: string;
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description The proposal as decided; again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/reject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Reject what somebody else proposed */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description The proposal as decided; again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take one's own proposal away */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description The proposal as decided; again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/deactivate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Close the account; every token of it is refused from then on */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly password: string;
                    };
                };
            };
            readonly responses: {
                /** @description The account is closed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly user: components["schemas"]["User"];
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/erase": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Delete everything about you, for ever; refused while something of yours is open */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly password: string;
                    };
                };
            };
            readonly responses: {
                /** @description Deleted, and every token with it; `erased` is false while it is under way. `sealed` says what the law obliges to keep, until when */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly erased: boolean;
                                readonly sealed: {
                                    /** Format: date-time */
                                    readonly until: string;
                                    readonly what: readonly ("identity" | "documents" | "transactions")[];
                                } | null;
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Log in */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** Format: email */
                        readonly email: string & unknown;
                        readonly password: string;
                    };
                };
            };
            readonly responses: {
                /** @description A bearer token */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly access_token: string;
                                readonly expires_in: number;
                                readonly token: string;
                                /** @enum {string} */
                                readonly token_type: "Bearer";
                                readonly user: components["schemas"]["User"];
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End the session of the bearer token */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The token is refused */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The account of the bearer token */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The account */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly user: components["schemas"]["User"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** Change the account of the bearer token */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    readonly "application/json": {
                        readonly address?: string | null;
                        /** @enum {string} */
                        readonly country?: "BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG";
                        /** @description On one line, without letters that nobody sees, and no formula */
                        readonly name?: string;
                        readonly whatsapp?: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description The account as it is now */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly user: components["schemas"]["User"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/auth/password/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Set a new password; every token of the account is refused from then on */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** Format: email */
                        readonly email: string & unknown;
                        readonly password: string;
                        /** @description The same as `password` */
                        readonly password_confirmation: string;
                        readonly token: string;
                    };
                };
            };
            readonly responses: {
                /** @description The password is changed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/password/reset-request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Send a code for a new password */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** Format: email */
                        readonly email: string & unknown;
                    };
                };
            };
            readonly responses: {
                /** @description Always the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/reactivate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Send a code to a deactivated account; `verify-otp` opens it again */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** Format: email */
                        readonly email: string & unknown;
                    };
                };
            };
            readonly responses: {
                /** @description Always the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/refresh": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Replace the bearer token; repeated, it gives the same new one again */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A new bearer token */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly access_token: string;
                                readonly expires_in: number;
                                readonly token: string;
                                /** @enum {string} */
                                readonly token_type: "Bearer";
                                readonly user: components["schemas"]["User"];
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/regenerate-otp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Send another one-time password; the answer does not tell whether there is an account */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly email?: (string & unknown) | null;
                        readonly user_id?: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description Always the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Register; a one-time password is sent by e-mail */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly country?: ("BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG") | null;
                        /** Format: email */
                        readonly email: string & unknown;
                        /** @description On one line, without letters that nobody sees, and no formula */
                        readonly name: string;
                        readonly password: string;
                        /** @description The same as `password` */
                        readonly password_confirmation?: string | null;
                        readonly whatsapp?: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description A pending account */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly user: components["schemas"]["User"];
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                            /** Format: uuid */
                            readonly user_id: string;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/second-factors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What proves the account besides its password */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The factors of the account */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly second_factors: {
                                    /** @description When this session last proved a second factor */
                                    readonly confirmed_at: string | null;
                                    readonly factors: readonly {
                                        readonly created_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "totp" | "passkey";
                                        readonly last_used_at: string | null;
                                    }[];
                                    readonly recovery_codes_left: number;
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/second-factors/{id}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Remove a factor, never the last one; other sessions have to prove one again */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description What is left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly second_factors: {
                                    /** @description When this session last proved a second factor */
                                    readonly confirmed_at: string | null;
                                    readonly factors: readonly {
                                        readonly created_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "totp" | "passkey";
                                        readonly last_used_at: string | null;
                                    }[];
                                    readonly recovery_codes_left: number;
                                };
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/second-factors/passkeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Get what `navigator.credentials.create` needs to make a passkey */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly password: string;
                    };
                };
            };
            readonly responses: {
                /** @description A challenge */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly passkey: {
                                    readonly challenge: string;
                                } & {
                                    readonly [key: string]: unknown;
                                };
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/second-factors/passkeys/finish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Add a passkey by what `navigator.credentials.create` returned */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly credential: {
                            readonly id: string;
                            readonly rawId: string;
                            readonly response: {
                                readonly attestationObject: string;
                                readonly clientDataJSON: string;
                            };
                            /** @enum {string} */
                            readonly type: "public-key";
                        };
                    };
                };
            };
            readonly responses: {
                /** @description The factors of the account */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                /** @description With the first factor of an account */
                                readonly recovery_codes: readonly string[] | null;
                                readonly second_factors: {
                                    /** @description When this session last proved a second factor */
                                    readonly confirmed_at: string | null;
                                    readonly factors: readonly {
                                        readonly created_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "totp" | "passkey";
                                        readonly last_used_at: string | null;
                                    }[];
                                    readonly recovery_codes_left: number;
                                };
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/second-factors/recovery-codes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Get new recovery codes; those of before work no more */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The codes */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                /** @description Null where they were made and the answer got lost: get new ones */
                                readonly recovery_codes: readonly string[] | null;
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/second-factors/totp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Get the key for an authenticator app; it counts once a code is confirmed */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly password: string;
                    };
                };
            };
            readonly responses: {
                /** @description A new key */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly totp: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @description Base32, for who types it into the app */
                                    readonly secret: string;
                                    /** @description `otpauth:`, for a QR code */
                                    readonly uri: string;
                                };
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/second-factors/totp/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Add an authenticator app by a code of it; the first factor brings recovery codes */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly code: string;
                        /** Format: uuid */
                        readonly id: string;
                    };
                };
            };
            readonly responses: {
                /** @description The factors of the account */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                /** @description With the first factor of an account */
                                readonly recovery_codes: readonly string[] | null;
                                readonly second_factors: {
                                    /** @description When this session last proved a second factor */
                                    readonly confirmed_at: string | null;
                                    readonly factors: readonly {
                                        readonly created_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "totp" | "passkey";
                                        readonly last_used_at: string | null;
                                    }[];
                                    readonly recovery_codes_left: number;
                                };
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/step-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Prove a second factor in this session; acts on money need it again after a while */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Of an authenticator app */
                        readonly code?: string | null;
                        /** @description What `navigator.credentials.get` returned */
                        readonly credential?: {
                            readonly id: string;
                            readonly rawId: string;
                            readonly response: {
                                readonly authenticatorData: string;
                                readonly clientDataJSON: string;
                                readonly signature: string;
                            };
                            /** @enum {string} */
                            readonly type: "public-key";
                        } | null;
                        readonly recovery_code?: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description Proved */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly confirmed_at: string;
                                /** @description Until then acts on money are open */
                                readonly fresh_until: string;
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/step-up/passkey": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Get what `navigator.credentials.get` needs for a step-up */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A challenge; null for who has no passkey */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly passkey: ({
                                    readonly challenge: string;
                                } & {
                                    readonly [key: string]: unknown;
                                }) | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/verify-otp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Activate an account with the one-time password */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly code?: string | null;
                        readonly email?: (string & unknown) | null;
                        /** @description Another name of `code` */
                        readonly otp?: string | null;
                        readonly user_id?: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description The account is active */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly user: components["schemas"]["User"];
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Your verification: its state, your tier and the newest submission */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The state */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly kyc: components["schemas"]["Kyc"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Hand in documents that prove who you are */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "multipart/form-data": {
                        /** @enum {string} */
                        readonly document_kind: "NATIONAL_ID" | "PASSPORT" | "RESIDENCE_PERMIT" | "DRIVING_LICENCE" | "VOTER_CARD";
                        /** @description Digits and the letters from A to Z; spaces, dashes and dots between them do not count */
                        readonly document_number: string;
                        /** @description JPEG, PNG or PDF by their content; 8 MiB together */
                        readonly documents: readonly string[];
                    };
                };
            };
            readonly responses: {
                /** @description They will be checked */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly kyc: components["schemas"]["Kyc"];
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc/submissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The submissions of a status, the oldest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    readonly limit?: number;
                    readonly status?: "PENDING" | "APPROVED" | "REJECTED";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            readonly submissions: readonly components["schemas"]["KycReview"][];
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc/submissions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One submission */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The submission */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly submission: components["schemas"]["KycReview"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc/submissions/{id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Approve a submission and raise the user's tier; the highest is proposed */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly reason: string;
                        /**
                         * @description A higher one stays as it is
                         * @default 2
                         */
                        readonly tier?: number;
                    };
                };
            };
            readonly responses: {
                /** @description As decided */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly submission: components["schemas"]["KycReview"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
                /** @description Proposed: it waits for another person's approval */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc/submissions/{id}/documents/{documentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A document; the log keeps who opened it */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly documentId: string;
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description JPEG, PNG or PDF */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/octet-stream": string;
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc/submissions/{id}/reject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Reject a submission */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description The user reads it */
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description As decided */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly submission: components["schemas"]["KycReview"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc/tiers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The tiers and what each allows in a month */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Tiers 0 to 3 */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly tiers: readonly components["schemas"]["KycTier"][];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/kyc/tiers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Propose what a tier allows in a month */
        readonly put: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Whole XOF */
                        readonly monthly_limit: number;
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description Proposed: it waits for another person's approval */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/cases": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What somebody has to look at, the oldest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    readonly kind?: "outcome-unknown" | "refund-failed" | "refund-address-needed" | "contradicting-facts" | "payment-denied" | "payment-amount-differs" | "payment-reversed" | "payout-reversed" | "refund-reversed" | "refund-amount-differs" | "statement-difference" | "balance-difference" | "private-rows-lost" | "account-held";
                    readonly limit?: number;
                    /** @description Hours */
                    readonly older_than?: number;
                    /** @description Without it all that are not closed */
                    readonly status?: "open" | "proposed" | "approved" | "closed";
                    /** @description The id of a transaction */
                    readonly transaction?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly cases: readonly {
                                /** @description What may be done now; propose all but the last three */
                                readonly actions: readonly ("arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount" | "approve" | "withdraw" | "resolve")[];
                                readonly amount_satoshi: string | null;
                                readonly amount_xof: string | null;
                                readonly closed_at: string | null;
                                /** @description Of a case about a statement: the movement by its name, and by the provider's own, as our log has it and as the statement does */
                                readonly difference: {
                                    readonly booked: {
                                        readonly amount: string;
                                        /** @enum {string} */
                                        readonly currency: "XOF" | "SATS";
                                        readonly fee: string | null;
                                        readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                        readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                    } | null;
                                    /** @enum {string} */
                                    readonly kind: "missing-at-us" | "missing-at-provider" | "other-amount" | "other-state" | "other-fee" | "other-kind" | "doubled" | "other-balance";
                                    readonly name: string | null;
                                    readonly reference: string | null;
                                    readonly stated: {
                                        readonly amount: string;
                                        /** @enum {string} */
                                        readonly currency: "XOF" | "SATS";
                                        readonly fee: string | null;
                                        readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                        readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                    } | null;
                                } | null;
                                /** Format: uuid */
                                readonly id: string;
                                /** @enum {string} */
                                readonly kind: "outcome-unknown" | "refund-failed" | "refund-address-needed" | "contradicting-facts" | "payment-denied" | "payment-amount-differs" | "payment-reversed" | "payout-reversed" | "refund-reversed" | "refund-amount-differs" | "statement-difference" | "balance-difference" | "private-rows-lost" | "account-held";
                                readonly number_masked: string | null;
                                readonly opened_at: string;
                                readonly proposal: {
                                    readonly amount_satoshi: string | null;
                                    readonly amount_xof: string | null;
                                    readonly approved_by: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    readonly provider_reference: string | null;
                                    /** @enum {string} */
                                    readonly verdict: "arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount";
                                } | null;
                                readonly receiver_masked: string | null;
                                /** @description What a provider shows in its place now, of a case `payment-amount-differs` */
                                readonly shown_xof: string | null;
                                readonly since: string;
                                /**
                                 * @description `approved`: a verdict is decided and not carried out yet
                                 * @enum {string}
                                 */
                                readonly status: "open" | "proposed" | "approved" | "closed";
                                readonly subject: {
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly kind: "transaction" | "payment" | "receipt" | "payout" | "refund" | "rail-account";
                                };
                                readonly transaction_id: string | null;
                            }[];
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/cases/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One case, with who did what and why */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The case, its history and what was seen */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly case: {
                                    /** @description What may be done now; propose all but the last three */
                                    readonly actions: readonly ("arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount" | "approve" | "withdraw" | "resolve")[];
                                    readonly amount_satoshi: string | null;
                                    readonly amount_xof: string | null;
                                    readonly closed_at: string | null;
                                    /** @description Of a case about a statement: the movement by its name, and by the provider's own, as our log has it and as the statement does */
                                    readonly difference: {
                                        readonly booked: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                        /** @enum {string} */
                                        readonly kind: "missing-at-us" | "missing-at-provider" | "other-amount" | "other-state" | "other-fee" | "other-kind" | "doubled" | "other-balance";
                                        readonly name: string | null;
                                        readonly reference: string | null;
                                        readonly stated: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                    } | null;
                                    /** @description What was seen, in the words of who proposed: the last fifty, the oldest first */
                                    readonly evidence: readonly {
                                        /**
                                         * @description Why somebody else approved it
                                         * @default null
                                         */
                                        readonly decision_reason: string | null;
                                        /** Format: uuid */
                                        readonly proposal_id: string;
                                        readonly text: string;
                                    }[];
                                    /** @description Who did what: the last 500 events, the oldest first */
                                    readonly history: readonly components["schemas"]["TraceEntry"][];
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly kind: "outcome-unknown" | "refund-failed" | "refund-address-needed" | "contradicting-facts" | "payment-denied" | "payment-amount-differs" | "payment-reversed" | "payout-reversed" | "refund-reversed" | "refund-amount-differs" | "statement-difference" | "balance-difference" | "private-rows-lost" | "account-held";
                                    readonly number_masked: string | null;
                                    readonly opened_at: string;
                                    readonly proposal: {
                                        readonly amount_satoshi: string | null;
                                        readonly amount_xof: string | null;
                                        readonly approved_by: string | null;
                                        readonly expires_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** Format: uuid */
                                        readonly proposed_by: string;
                                        readonly provider_reference: string | null;
                                        /** @enum {string} */
                                        readonly verdict: "arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount";
                                    } | null;
                                    readonly receiver_masked: string | null;
                                    /** @description What a provider shows in its place now, of a case `payment-amount-differs` */
                                    readonly shown_xof: string | null;
                                    readonly since: string;
                                    /**
                                     * @description `approved`: a verdict is decided and not carried out yet
                                     * @enum {string}
                                     */
                                    readonly status: "open" | "proposed" | "approved" | "closed";
                                    readonly subject: {
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "transaction" | "payment" | "receipt" | "payout" | "refund" | "rail-account";
                                    };
                                    readonly transaction_id: string | null;
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/cases/{id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Approve what somebody else proposed; an unknown attempt is concluded by it for good */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * Format: uuid
                         * @description The one that was read
                         */
                        readonly proposal_id: string;
                        /** @description Kept where it can be erased */
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description The case as it stands; again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly case: {
                                    /** @description What may be done now; propose all but the last three */
                                    readonly actions: readonly ("arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount" | "approve" | "withdraw" | "resolve")[];
                                    readonly amount_satoshi: string | null;
                                    readonly amount_xof: string | null;
                                    readonly closed_at: string | null;
                                    /** @description Of a case about a statement: the movement by its name, and by the provider's own, as our log has it and as the statement does */
                                    readonly difference: {
                                        readonly booked: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                        /** @enum {string} */
                                        readonly kind: "missing-at-us" | "missing-at-provider" | "other-amount" | "other-state" | "other-fee" | "other-kind" | "doubled" | "other-balance";
                                        readonly name: string | null;
                                        readonly reference: string | null;
                                        readonly stated: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                    } | null;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly kind: "outcome-unknown" | "refund-failed" | "refund-address-needed" | "contradicting-facts" | "payment-denied" | "payment-amount-differs" | "payment-reversed" | "payout-reversed" | "refund-reversed" | "refund-amount-differs" | "statement-difference" | "balance-difference" | "private-rows-lost" | "account-held";
                                    readonly number_masked: string | null;
                                    readonly opened_at: string;
                                    readonly proposal: {
                                        readonly amount_satoshi: string | null;
                                        readonly amount_xof: string | null;
                                        readonly approved_by: string | null;
                                        readonly expires_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** Format: uuid */
                                        readonly proposed_by: string;
                                        readonly provider_reference: string | null;
                                        /** @enum {string} */
                                        readonly verdict: "arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount";
                                    } | null;
                                    readonly receiver_masked: string | null;
                                    /** @description What a provider shows in its place now, of a case `payment-amount-differs` */
                                    readonly shown_xof: string | null;
                                    readonly since: string;
                                    /**
                                     * @description `approved`: a verdict is decided and not carried out yet
                                     * @enum {string}
                                     */
                                    readonly status: "open" | "proposed" | "approved" | "closed";
                                    readonly subject: {
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "transaction" | "payment" | "receipt" | "payout" | "refund" | "rail-account";
                                    };
                                    readonly transaction_id: string | null;
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/cases/{id}/propose": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Say what happened; it counts once somebody else approves it */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly amount_satoshi?: number;
                        /** @description With `arrived` alone: what arrived, or `amount_satoshi` */
                        readonly amount_xof?: number;
                        /** @description What was seen, and where; kept where it can be erased */
                        readonly evidence: string;
                        /** @description With `arrived`, `paid-by-hand` and `recovered`: the provider's own name of the money */
                        readonly provider_reference?: string;
                        /**
                         * @description `arrived`: the money is where it should be. `never`: it is not and never will be. `close`: it is settled otherwise. `release`, `refund`: what is held goes on, or back. `paid-by-hand`: what was owed was given outside our rails. `recovered`, `written-off`: what a provider took back was paid again, or never will be. `came`, `never-came`: whether the receipt did that the case is about. `other-amount`: it came as the amount that its provider shows by now
                         * @enum {string}
                         */
                        readonly verdict: "arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount";
                    };
                };
            };
            readonly responses: {
                /** @description The case with the proposal. The same words again are the same proposal */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly case: {
                                    /** @description What may be done now; propose all but the last three */
                                    readonly actions: readonly ("arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount" | "approve" | "withdraw" | "resolve")[];
                                    readonly amount_satoshi: string | null;
                                    readonly amount_xof: string | null;
                                    readonly closed_at: string | null;
                                    /** @description Of a case about a statement: the movement by its name, and by the provider's own, as our log has it and as the statement does */
                                    readonly difference: {
                                        readonly booked: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                        /** @enum {string} */
                                        readonly kind: "missing-at-us" | "missing-at-provider" | "other-amount" | "other-state" | "other-fee" | "other-kind" | "doubled" | "other-balance";
                                        readonly name: string | null;
                                        readonly reference: string | null;
                                        readonly stated: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                    } | null;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly kind: "outcome-unknown" | "refund-failed" | "refund-address-needed" | "contradicting-facts" | "payment-denied" | "payment-amount-differs" | "payment-reversed" | "payout-reversed" | "refund-reversed" | "refund-amount-differs" | "statement-difference" | "balance-difference" | "private-rows-lost" | "account-held";
                                    readonly number_masked: string | null;
                                    readonly opened_at: string;
                                    readonly proposal: {
                                        readonly amount_satoshi: string | null;
                                        readonly amount_xof: string | null;
                                        readonly approved_by: string | null;
                                        readonly expires_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** Format: uuid */
                                        readonly proposed_by: string;
                                        readonly provider_reference: string | null;
                                        /** @enum {string} */
                                        readonly verdict: "arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount";
                                    } | null;
                                    readonly receiver_masked: string | null;
                                    /** @description What a provider shows in its place now, of a case `payment-amount-differs` */
                                    readonly shown_xof: string | null;
                                    readonly since: string;
                                    /**
                                     * @description `approved`: a verdict is decided and not carried out yet
                                     * @enum {string}
                                     */
                                    readonly status: "open" | "proposed" | "approved" | "closed";
                                    readonly subject: {
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "transaction" | "payment" | "receipt" | "payout" | "refund" | "rail-account";
                                    };
                                    readonly transaction_id: string | null;
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/cases/{id}/withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a proposal away; nothing moves */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * Format: uuid
                         * @description The one that was read
                         */
                        readonly proposal_id: string;
                    };
                };
            };
            readonly responses: {
                /** @description The case as it stands; again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly case: {
                                    /** @description What may be done now; propose all but the last three */
                                    readonly actions: readonly ("arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount" | "approve" | "withdraw" | "resolve")[];
                                    readonly amount_satoshi: string | null;
                                    readonly amount_xof: string | null;
                                    readonly closed_at: string | null;
                                    /** @description Of a case about a statement: the movement by its name, and by the provider's own, as our log has it and as the statement does */
                                    readonly difference: {
                                        readonly booked: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                        /** @enum {string} */
                                        readonly kind: "missing-at-us" | "missing-at-provider" | "other-amount" | "other-state" | "other-fee" | "other-kind" | "doubled" | "other-balance";
                                        readonly name: string | null;
                                        readonly reference: string | null;
                                        readonly stated: {
                                            readonly amount: string;
                                            /** @enum {string} */
                                            readonly currency: "XOF" | "SATS";
                                            readonly fee: string | null;
                                            readonly kind: ("collection" | "refund" | "disbursement" | "capture" | "send" | "transfer-in" | "transfer-out") | null;
                                            readonly state: ("pending" | "settled" | "failed" | "reversed") | null;
                                        } | null;
                                    } | null;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly kind: "outcome-unknown" | "refund-failed" | "refund-address-needed" | "contradicting-facts" | "payment-denied" | "payment-amount-differs" | "payment-reversed" | "payout-reversed" | "refund-reversed" | "refund-amount-differs" | "statement-difference" | "balance-difference" | "private-rows-lost" | "account-held";
                                    readonly number_masked: string | null;
                                    readonly opened_at: string;
                                    readonly proposal: {
                                        readonly amount_satoshi: string | null;
                                        readonly amount_xof: string | null;
                                        readonly approved_by: string | null;
                                        readonly expires_at: string;
                                        /** Format: uuid */
                                        readonly id: string;
                                        /** Format: uuid */
                                        readonly proposed_by: string;
                                        readonly provider_reference: string | null;
                                        /** @enum {string} */
                                        readonly verdict: "arrived" | "never" | "close" | "release" | "refund" | "paid-by-hand" | "recovered" | "written-off" | "came" | "never-came" | "other-amount";
                                    } | null;
                                    readonly receiver_masked: string | null;
                                    /** @description What a provider shows in its place now, of a case `payment-amount-differs` */
                                    readonly shown_xof: string | null;
                                    readonly since: string;
                                    /**
                                     * @description `approved`: a verdict is decided and not carried out yet
                                     * @enum {string}
                                     */
                                    readonly status: "open" | "proposed" | "approved" | "closed";
                                    readonly subject: {
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly kind: "transaction" | "payment" | "receipt" | "payout" | "refund" | "rail-account";
                                    };
                                    readonly transaction_id: string | null;
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The transactions of everybody, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    /** @description First day, in the business time zone */
                    readonly from?: string;
                    readonly limit?: number;
                    /** @description `true`: only those that somebody has to look at */
                    readonly review?: "true" | "false";
                    /** @description A reference of ours (`TXN_…`, `PAY_…`, `PAYOUT_…`), an id, or a provider's reference */
                    readonly search?: string;
                    readonly status?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
                    /** @description Last day, in the business time zone */
                    readonly to?: string;
                    readonly type?: "BUY_BITCOIN" | "SELL_BITCOIN";
                    /** @description The id of a user */
                    readonly user?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                            readonly transactions: readonly components["schemas"]["MonitoredTransaction"][];
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/transactions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One transaction with everything that happened to it */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description `story`: what happened to it in every service in the order of their clocks, calls, callbacks, cases and acts of the staff too, with what was decided by which rule; for administrators also what its account was sent meanwhile. `timeline` has the events with all that they carry; `missing` names services that could not be asked */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly attempts: readonly components["schemas"]["TracedAttempt"][];
                                readonly missing: readonly string[];
                                readonly story: readonly {
                                    /**
                                     * Format: uuid
                                     * @description The transaction, payment, payout, refund, case or account
                                     */
                                    readonly about: string;
                                    readonly at: string;
                                    /** @description Who of the staff, where somebody was it */
                                    readonly by: string | null;
                                    readonly correlation_id: string | null;
                                    readonly decided: {
                                        readonly passed_over: readonly {
                                            readonly because: string;
                                            readonly what: string;
                                        }[];
                                        readonly rule: string;
                                        /** @description null where nothing fitted */
                                        readonly what: string | null;
                                    } | null;
                                    readonly details: {
                                        readonly [key: string]: string | number | boolean;
                                    };
                                    /** @enum {string} */
                                    readonly kind: "event" | "attempt" | "call" | "callback" | "case" | "staff-act" | "mail";
                                    /** @enum {string} */
                                    readonly service: "identity" | "transactions" | "payments" | "payouts";
                                    /** @description The event's name, or what was done */
                                    readonly what: string;
                                }[];
                                readonly timeline: readonly components["schemas"]["TraceEntry"][];
                                readonly transaction: components["schemas"]["MonitoredTransactionDetail"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/transactions/{id}/resolve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End a review; no money that is owed is forgotten by it */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly reason: string;
                        /**
                         * @description `close`: nothing has to be done. `refund`: what is owed goes back by our rails. `returned`: refused, what went back outside takes two people: propose `paid-by-hand` in its case
                         * @enum {string}
                         */
                        readonly resolution: "close" | "refund" | "returned";
                    };
                };
            };
            readonly responses: {
                /** @description The transaction's status, and whether somebody still has to look. Again is refused with `not-in-review`, unless something new has to be looked at */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly review: boolean;
                                /** @enum {string} */
                                readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/monitoring/treasury": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What we can pay out, what is promised of it, and which rails take no orders */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Every float of ours, and what all of a currency hold against their target; amounts are in francs or satoshis */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly exposure: readonly {
                                    /** @enum {string} */
                                    readonly currency: "XOF" | "SATS";
                                    readonly held: string;
                                    /** @description Below zero where we hold less than the target */
                                    readonly over: string | null;
                                    /** @description null: none is set */
                                    readonly target: string | null;
                                }[];
                                readonly floats: readonly {
                                    readonly account: string;
                                    readonly age_seconds: number;
                                    /** @description As its provider said last */
                                    readonly available: string;
                                    /** @description Why it is not open */
                                    readonly because: ("stale" | "failing" | "promised" | "low") | null;
                                    readonly breaker: {
                                        /** @description Payouts that found no way since then */
                                        readonly failed: number;
                                        readonly probes_left: number;
                                        /** @description Payouts that arrived since then */
                                        readonly settled: number;
                                        readonly since: string;
                                        /** @enum {string} */
                                        readonly state: "closed" | "open" | "half-open";
                                    };
                                    /** @description null: every channel is paid from it */
                                    readonly channels: readonly string[] | null;
                                    /** @description So much of it is promised to nobody */
                                    readonly closed_mark: string;
                                    /** @enum {string} */
                                    readonly currency: "XOF" | "SATS";
                                    /** @description What the next orders can be promised */
                                    readonly free: string;
                                    readonly low_mark: string;
                                    readonly observed_at: string;
                                    /** @description Reserved by orders, or paid out behind the last report */
                                    readonly promised: string;
                                    /** @enum {string} */
                                    readonly rail: "disbursement" | "lightning" | "onchain";
                                    /** @description What is promised and not there */
                                    readonly short: string;
                                    /** @enum {string} */
                                    readonly state: "open" | "low" | "closed";
                                }[];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The user's orders in advance, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    readonly limit?: number;
                    readonly status?: "ACTIVE" | "PAUSED" | "ENDED";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            readonly orders: readonly {
                                readonly amount: number;
                                /** @description It ends with so many transactions */
                                readonly count: number | null;
                                /** @description ISO 8601 UTC, six fractional digits, Z */
                                readonly created_at: string;
                                /** @enum {string} */
                                readonly currency_code: "XOF";
                                /** @description Of the week from Monday, 1, or of the month; null every day */
                                readonly day: number | null;
                                readonly end_reason: ("done" | "until-reached" | "cancelled" | "failing" | "account-closed") | null;
                                readonly every: ("day" | "week" | "month") | null;
                                /** @description Failures in a row, up to now */
                                readonly failures: number;
                                /** Format: uuid */
                                readonly id: string;
                                /** @description Null while it waits for a price, is paused or ended */
                                readonly next_at: string | null;
                                readonly number: string;
                                /** @description Transactions so far */
                                readonly ordered: number;
                                /** @description XOF for one bitcoin, at which it orders once */
                                readonly price: number | null;
                                readonly provider: string | null;
                                readonly receiver_address: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "PAUSED" | "ENDED";
                                /** @description `HH:MM` of the business time zone */
                                readonly time: string | null;
                                /** @enum {string} */
                                readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                                readonly until: string | null;
                            }[];
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        /** Buy or sell when the rate reaches a price, or every day, week or month */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Whole XOF, each time */
                        readonly amount: number;
                        /** @description Ends with so many transactions */
                        readonly count?: number | null;
                        /** @description Of the week from Monday, 1, or of the month, whose last day stands for those that it has not; that of today where it is missing */
                        readonly day?: number | null;
                        /** @description Orders each time; or `price`, exactly one of them */
                        readonly every?: ("day" | "week" | "month") | null;
                        /** @description Mobile-money number */
                        readonly number?: string | null;
                        /** @description Orders once, when a purchase costs at most, or a sale brings at least, so many XOF for one bitcoin; or `every`, exactly one of them */
                        readonly price?: number | null;
                        readonly provider?: string | null;
                        /** @description Of a purchase where the satoshis go, of a sale where they are returned to if need be. What serves once is refused: an invoice and, of a purchase, what demands an amount */
                        readonly receiver_address?: string | null;
                        /** @description `HH:MM` of the business time zone; that of now where it is missing */
                        readonly time?: string | null;
                        /** @enum {string} */
                        readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                        /** @description Nothing is ordered behind it */
                        readonly until?: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description The order. Whenever it is due an ordinary transaction comes of it, whose payer still has to consent; a mail leads to its payment page */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly order: {
                                readonly amount: number;
                                /** @description It ends with so many transactions */
                                readonly count: number | null;
                                /** @description ISO 8601 UTC, six fractional digits, Z */
                                readonly created_at: string;
                                /** @enum {string} */
                                readonly currency_code: "XOF";
                                /** @description Of the week from Monday, 1, or of the month; null every day */
                                readonly day: number | null;
                                readonly end_reason: ("done" | "until-reached" | "cancelled" | "failing" | "account-closed") | null;
                                readonly every: ("day" | "week" | "month") | null;
                                /** @description Failures in a row, up to now */
                                readonly failures: number;
                                /** Format: uuid */
                                readonly id: string;
                                /** @description Null while it waits for a price, is paused or ended */
                                readonly next_at: string | null;
                                readonly number: string;
                                /** @description The newest of them, newest first */
                                readonly occurrences: readonly {
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly at: string;
                                    /** @description Why nothing was ordered: a code of a problem, or `late` for a missed moment */
                                    readonly code: string | null;
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly due_at: string;
                                    /** @description Counts from 1 */
                                    readonly number: number;
                                    /** @enum {string} */
                                    readonly outcome: "ORDERED" | "REFUSED" | "SKIPPED";
                                    readonly transaction_id: string | null;
                                    readonly transaction_status: ("PENDING" | "PROCESSING" | "COMPLETED" | "FAILED") | null;
                                }[];
                                /** @description Transactions so far */
                                readonly ordered: number;
                                /** @description XOF for one bitcoin, at which it orders once */
                                readonly price: number | null;
                                readonly provider: string | null;
                                readonly receiver_address: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "PAUSED" | "ENDED";
                                /** @description `HH:MM` of the business time zone */
                                readonly time: string | null;
                                /** @enum {string} */
                                readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                                readonly until: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One order in advance, with what became of its due moments */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The order */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly order: {
                                readonly amount: number;
                                /** @description It ends with so many transactions */
                                readonly count: number | null;
                                /** @description ISO 8601 UTC, six fractional digits, Z */
                                readonly created_at: string;
                                /** @enum {string} */
                                readonly currency_code: "XOF";
                                /** @description Of the week from Monday, 1, or of the month; null every day */
                                readonly day: number | null;
                                readonly end_reason: ("done" | "until-reached" | "cancelled" | "failing" | "account-closed") | null;
                                readonly every: ("day" | "week" | "month") | null;
                                /** @description Failures in a row, up to now */
                                readonly failures: number;
                                /** Format: uuid */
                                readonly id: string;
                                /** @description Null while it waits for a price, is paused or ended */
                                readonly next_at: string | null;
                                readonly number: string;
                                /** @description The newest of them, newest first */
                                readonly occurrences: readonly {
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly at: string;
                                    /** @description Why nothing was ordered: a code of a problem, or `late` for a missed moment */
                                    readonly code: string | null;
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly due_at: string;
                                    /** @description Counts from 1 */
                                    readonly number: number;
                                    /** @enum {string} */
                                    readonly outcome: "ORDERED" | "REFUSED" | "SKIPPED";
                                    readonly transaction_id: string | null;
                                    readonly transaction_status: ("PENDING" | "PROCESSING" | "COMPLETED" | "FAILED") | null;
                                }[];
                                /** @description Transactions so far */
                                readonly ordered: number;
                                /** @description XOF for one bitcoin, at which it orders once */
                                readonly price: number | null;
                                readonly provider: string | null;
                                readonly receiver_address: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "PAUSED" | "ENDED";
                                /** @description `HH:MM` of the business time zone */
                                readonly time: string | null;
                                /** @enum {string} */
                                readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                                readonly until: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Cancel an order in advance; transactions that came of it go on */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The order as it stands. Again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly order: {
                                readonly amount: number;
                                /** @description It ends with so many transactions */
                                readonly count: number | null;
                                /** @description ISO 8601 UTC, six fractional digits, Z */
                                readonly created_at: string;
                                /** @enum {string} */
                                readonly currency_code: "XOF";
                                /** @description Of the week from Monday, 1, or of the month; null every day */
                                readonly day: number | null;
                                readonly end_reason: ("done" | "until-reached" | "cancelled" | "failing" | "account-closed") | null;
                                readonly every: ("day" | "week" | "month") | null;
                                /** @description Failures in a row, up to now */
                                readonly failures: number;
                                /** Format: uuid */
                                readonly id: string;
                                /** @description Null while it waits for a price, is paused or ended */
                                readonly next_at: string | null;
                                readonly number: string;
                                /** @description The newest of them, newest first */
                                readonly occurrences: readonly {
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly at: string;
                                    /** @description Why nothing was ordered: a code of a problem, or `late` for a missed moment */
                                    readonly code: string | null;
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly due_at: string;
                                    /** @description Counts from 1 */
                                    readonly number: number;
                                    /** @enum {string} */
                                    readonly outcome: "ORDERED" | "REFUSED" | "SKIPPED";
                                    readonly transaction_id: string | null;
                                    readonly transaction_status: ("PENDING" | "PROCESSING" | "COMPLETED" | "FAILED") | null;
                                }[];
                                /** @description Transactions so far */
                                readonly ordered: number;
                                /** @description XOF for one bitcoin, at which it orders once */
                                readonly price: number | null;
                                readonly provider: string | null;
                                readonly receiver_address: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "PAUSED" | "ENDED";
                                /** @description `HH:MM` of the business time zone */
                                readonly time: string | null;
                                /** @enum {string} */
                                readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                                readonly until: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{id}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Pause an order in advance; what it misses is not made up for */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The order as it stands. Again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly order: {
                                readonly amount: number;
                                /** @description It ends with so many transactions */
                                readonly count: number | null;
                                /** @description ISO 8601 UTC, six fractional digits, Z */
                                readonly created_at: string;
                                /** @enum {string} */
                                readonly currency_code: "XOF";
                                /** @description Of the week from Monday, 1, or of the month; null every day */
                                readonly day: number | null;
                                readonly end_reason: ("done" | "until-reached" | "cancelled" | "failing" | "account-closed") | null;
                                readonly every: ("day" | "week" | "month") | null;
                                /** @description Failures in a row, up to now */
                                readonly failures: number;
                                /** Format: uuid */
                                readonly id: string;
                                /** @description Null while it waits for a price, is paused or ended */
                                readonly next_at: string | null;
                                readonly number: string;
                                /** @description The newest of them, newest first */
                                readonly occurrences: readonly {
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly at: string;
                                    /** @description Why nothing was ordered: a code of a problem, or `late` for a missed moment */
                                    readonly code: string | null;
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly due_at: string;
                                    /** @description Counts from 1 */
                                    readonly number: number;
                                    /** @enum {string} */
                                    readonly outcome: "ORDERED" | "REFUSED" | "SKIPPED";
                                    readonly transaction_id: string | null;
                                    readonly transaction_status: ("PENDING" | "PROCESSING" | "COMPLETED" | "FAILED") | null;
                                }[];
                                /** @description Transactions so far */
                                readonly ordered: number;
                                /** @description XOF for one bitcoin, at which it orders once */
                                readonly price: number | null;
                                readonly provider: string | null;
                                readonly receiver_address: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "PAUSED" | "ENDED";
                                /** @description `HH:MM` of the business time zone */
                                readonly time: string | null;
                                /** @enum {string} */
                                readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                                readonly until: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Resume a paused order; where its end has passed meanwhile, it ends */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The order as it stands. Again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly order: {
                                readonly amount: number;
                                /** @description It ends with so many transactions */
                                readonly count: number | null;
                                /** @description ISO 8601 UTC, six fractional digits, Z */
                                readonly created_at: string;
                                /** @enum {string} */
                                readonly currency_code: "XOF";
                                /** @description Of the week from Monday, 1, or of the month; null every day */
                                readonly day: number | null;
                                readonly end_reason: ("done" | "until-reached" | "cancelled" | "failing" | "account-closed") | null;
                                readonly every: ("day" | "week" | "month") | null;
                                /** @description Failures in a row, up to now */
                                readonly failures: number;
                                /** Format: uuid */
                                readonly id: string;
                                /** @description Null while it waits for a price, is paused or ended */
                                readonly next_at: string | null;
                                readonly number: string;
                                /** @description The newest of them, newest first */
                                readonly occurrences: readonly {
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly at: string;
                                    /** @description Why nothing was ordered: a code of a problem, or `late` for a missed moment */
                                    readonly code: string | null;
                                    /** @description ISO 8601 UTC, six fractional digits, Z */
                                    readonly due_at: string;
                                    /** @description Counts from 1 */
                                    readonly number: number;
                                    /** @enum {string} */
                                    readonly outcome: "ORDERED" | "REFUSED" | "SKIPPED";
                                    readonly transaction_id: string | null;
                                    readonly transaction_status: ("PENDING" | "PROCESSING" | "COMPLETED" | "FAILED") | null;
                                }[];
                                /** @description Transactions so far */
                                readonly ordered: number;
                                /** @description XOF for one bitcoin, at which it orders once */
                                readonly price: number | null;
                                readonly provider: string | null;
                                readonly receiver_address: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "PAUSED" | "ENDED";
                                /** @description `HH:MM` of the business time zone */
                                readonly time: string | null;
                                /** @enum {string} */
                                readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                                readonly until: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/quotes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A rate that holds for a few minutes, for one transaction */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Whole XOF; or `amount_sats`, exactly one of them */
                        readonly amount?: number | null;
                        readonly amount_sats?: number | null;
                        /** @enum {string} */
                        readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                    };
                };
            };
            readonly responses: {
                /** @description The quote. `Idempotent-Replayed: true` when it was answered before */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly quote: components["schemas"]["Quote"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/rates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What a bitcoin costs now, in XOF */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The rates */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: components["schemas"]["Rates"];
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        /** Freeze at once; propose spreads, a rate by hand or a thaw. What is not named stays */
        readonly put: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /**
                         * @description A manual rate far from the last known one is meant
                         * @default false
                         */
                        readonly confirmed?: boolean;
                        /** @description True: no quote and no transaction until it is false */
                        readonly frozen?: boolean;
                        /**
                         * @description How long the manual rate counts
                         * @default 60
                         */
                        readonly manual_minutes?: number;
                        /** @description Whole XOF for one bitcoin, instead of the markets' middle; null ends it */
                        readonly manual_rate?: number | null;
                        readonly reason: string;
                        /** @description Basis points above the middle */
                        readonly spread_buy?: number;
                        /** @description Basis points below the middle */
                        readonly spread_sell?: number;
                    };
                };
            };
            readonly responses: {
                /** @description What counts now; `rates` is null while no rate can be trusted */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly rates: components["schemas"]["Rates"] | null;
                                readonly rules: components["schemas"]["RateRules"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
                /** @description Proposed: it waits for another person's approval */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/rates/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What a bitcoin cost, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    readonly limit?: number;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            readonly rates: readonly components["schemas"]["PastRate"][];
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The user's transactions, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Visible ASCII without spaces, and no formula; name nobody in it */
                    readonly client_reference?: string;
                    readonly cursor?: string;
                    /** @description First day, in the business time zone */
                    readonly from?: string;
                    /** @description Up to 100 ids with commas between them: of these alone, in the list's own order; unknown ones are left out */
                    readonly ids?: string;
                    /** @description 50 unless given; with `ids` all of them */
                    readonly limit?: number;
                    readonly status?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
                    /** @description Last day, in the business time zone */
                    readonly to?: string;
                    readonly type?: "BUY_BITCOIN" | "SELL_BITCOIN";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                            readonly transactions: readonly components["schemas"]["TransactionListItem"][];
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One transaction with its progress */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The transaction */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @enum {boolean} */
                            readonly success: true;
                            readonly transaction: components["schemas"]["TransactionDetail"];
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Cancel a transaction that is not paid yet */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The transaction as it stands: PENDING until the provider has closed the payment, and unchanged where money is in. Again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @enum {boolean} */
                            readonly success: true;
                            readonly transaction: components["schemas"]["TransactionDetail"];
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/{id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The progress of one transaction as it happens, as server-sent events */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Events named `progress`, whose data is as the schema says: the present state, then each change. The stream ends behind COMPLETED or FAILED, and now and then before: come back after `retry`. 204 for a `Last-Event-ID` that is the last state */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "text/event-stream": components["schemas"]["TransactionProgress"];
                    };
                };
                /** @description The last state is known already */
                readonly 204: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/{id}/return-invoice": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Give an invoice for satoshis that must be returned */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description A BOLT 11 invoice of no amount or of exactly the satoshis to return */
                        readonly invoice: string;
                    };
                };
            };
            readonly responses: {
                /** @description The satoshis are on their way; FAILED once they have arrived. The same invoice again is the same */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            /** @enum {boolean} */
                            readonly success: true;
                            readonly transaction: components["schemas"]["TransactionDetail"];
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Buy or sell bitcoin */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description Whole XOF */
                        readonly amount: number;
                        /** @description What the client calls the order itself, up to 100 letters: lists are filtered by it. It need not be another one each time */
                        readonly client_reference?: ("" | string) | null;
                        /** @description Mobile-money number; both types need it today */
                        readonly number?: string | null;
                        readonly provider?: string | null;
                        /** @description A quote of the same type and amount; its rate counts */
                        readonly quote_id?: ("" | string) | null;
                        /** @description Of a purchase where the satoshis go; of a sale where they are returned to if need be, which may be left out */
                        readonly receiver_address?: string | null;
                        /** @enum {string} */
                        readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                    };
                };
            };
            readonly responses: {
                /** @description The transaction. `Idempotent-Replayed: true` when it was answered before */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CreateTransactionAnswer"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/flashback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One calendar month in numbers */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description `2026-11`; the current month when missing */
                    readonly month?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The month */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly date_month: string;
                                readonly name: string;
                                readonly streak: string;
                                readonly total_buy: number;
                                readonly total_sell: string;
                                readonly total_transactions: number;
                                readonly volume: string;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/remaining": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What is left of the monthly limit, in percent; of a key's own limit for who comes by one */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description 0 to 100 */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly remaining: number;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/transactions/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Totals by status */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Since the first transaction */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly by_status: {
                                    readonly COMPLETED: {
                                        readonly amount_xof: string;
                                        readonly count: number;
                                    };
                                    readonly FAILED: {
                                        readonly amount_xof: string;
                                        readonly count: number;
                                    };
                                    readonly PENDING: {
                                        readonly amount_xof: string;
                                        readonly count: number;
                                    };
                                    readonly PROCESSING: {
                                        readonly amount_xof: string;
                                        readonly count: number;
                                    };
                                };
                                readonly total_transactions: number;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The users, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly country?: "BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG";
                    readonly cursor?: string;
                    readonly kyc_status?: "NONE" | "PENDING" | "APPROVED" | "REJECTED";
                    readonly kyc_tier?: string;
                    readonly limit?: number;
                    readonly role?: "admin" | "service_client" | "user";
                    /** @description Part of a name, address, handle or WhatsApp number, or an id */
                    readonly search?: string;
                    readonly status?: "PENDING" | "ACTIVE" | "DEACTIVATED" | "SUSPENDED";
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                            readonly users: readonly components["schemas"]["StaffUser"][];
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One user, with what the staff decided about her */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The user */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly user: components["schemas"]["StaffUserDetail"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** Suspend a user at once; propose a role, a tier or the end of a suspension */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        /** @description False suspends; true lifts a suspension */
                        readonly active?: boolean;
                        readonly reason: string;
                        /** @enum {string} */
                        readonly role?: "admin" | "service_client" | "user";
                        readonly tier?: number;
                    };
                };
            };
            readonly responses: {
                /** @description The user, suspended */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly user: components["schemas"]["StaffUserDetail"];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
                /** @description Proposed: it waits for another person's approval */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/users/{id}/erase": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Propose to delete everything about a user, for ever, once nothing of hers is open */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly reason: string;
                    };
                };
            };
            readonly responses: {
                /** @description Proposed: it waits for another person's approval */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly proposal: {
                                    /** @description Whom it is about */
                                    readonly account_id: string | null;
                                    /** @description Exactly what is carried out, and `as_of`: what it speaks of, as it stood then */
                                    readonly content: {
                                        readonly [key: string]: unknown;
                                    };
                                    /** @description What an approval names */
                                    readonly content_sha256: string;
                                    readonly decided_at: string | null;
                                    readonly decided_by: string | null;
                                    readonly decision_reason: string | null;
                                    readonly expires_at: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly operation: "change-rates" | "change-aggregator" | "change-user" | "change-tier-limit" | "approve-kyc" | "open-api-key" | "change-api-key" | "erase-user";
                                    readonly proposed_at: string;
                                    /** Format: uuid */
                                    readonly proposed_by: string;
                                    /** @description Empty where who it is about was erased */
                                    readonly reason: string;
                                    /**
                                     * @description `void`: who proposed it was of the staff no more
                                     * @enum {string}
                                     */
                                    readonly status: "proposed" | "executed" | "rejected" | "withdrawn" | "expired" | "void";
                                };
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}/orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A user's orders in advance, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    readonly limit?: number;
                    readonly status?: "ACTIVE" | "PAUSED" | "ENDED";
                };
                readonly header?: never;
                readonly path: {
                    readonly id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            readonly orders: readonly {
                                readonly amount: number;
                                /** @description It ends with so many transactions */
                                readonly count: number | null;
                                /** @description ISO 8601 UTC, six fractional digits, Z */
                                readonly created_at: string;
                                /** @enum {string} */
                                readonly currency_code: "XOF";
                                /** @description Of the week from Monday, 1, or of the month; null every day */
                                readonly day: number | null;
                                readonly end_reason: ("done" | "until-reached" | "cancelled" | "failing" | "account-closed") | null;
                                readonly every: ("day" | "week" | "month") | null;
                                /** @description Failures in a row, up to now */
                                readonly failures: number;
                                /** Format: uuid */
                                readonly id: string;
                                /** @description Null while it waits for a price, is paused or ended */
                                readonly next_at: string | null;
                                /** @description Transactions so far */
                                readonly ordered: number;
                                /** @description XOF for one bitcoin, at which it orders once */
                                readonly price: number | null;
                                readonly provider: string | null;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "PAUSED" | "ENDED";
                                /** @description `HH:MM` of the business time zone */
                                readonly time: string | null;
                                /** @enum {string} */
                                readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
                                readonly until: string | null;
                                /** Format: uuid */
                                readonly user_id: string;
                            }[];
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/waitlist": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Who waits, newest first */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly cursor?: string;
                    readonly limit?: number;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One page; `meta.next_cursor` leads to the next */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly entries: readonly components["schemas"]["WaitlistEntry"][];
                            readonly meta: {
                                readonly next_cursor: string | null;
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/waitlist/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Wait to be let in */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly country?: ("BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG") | null;
                        /** Format: email */
                        readonly email: string & unknown;
                        readonly name?: ("" | string) | null;
                        readonly whatsapp?: string | null;
                    };
                };
            };
            readonly responses: {
                /** @description On the list, whether or not the address stood there already; `Idempotent-Replayed: true` when the same request was answered before */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly entry: {
                                    readonly email: string;
                                    /** Format: uuid */
                                    readonly id: string;
                                };
                            };
                            readonly message: string;
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Totals of what was completed, saved receivers and numbers */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Totals since the first transaction; the lists in the order they were saved */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: components["schemas"]["Wallet"];
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/numbers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Save the whole list of mobile-money numbers instead of the one before */
        readonly put: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly numbers: readonly {
                            /**
                             * @description At most one of the list
                             * @default false
                             */
                            readonly is_default?: boolean;
                            readonly label?: string | null;
                            readonly number: string;
                        }[];
                    };
                };
            };
            readonly responses: {
                /** @description The list as saved, as E.164; the same list again changes nothing */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly numbers: readonly components["schemas"]["WalletNumber"][];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/receivers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Save the whole list of receivers instead of the one before */
        readonly put: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": {
                        readonly receivers: readonly {
                            /**
                             * @description At most one of the list
                             * @default false
                             */
                            readonly is_default?: boolean;
                            readonly label?: string | null;
                            /** @description Lightning address, `lnurl1…` or on-chain address; no invoice, which serves once */
                            readonly receiver_address: string;
                        }[];
                    };
                };
            };
            readonly responses: {
                /** @description The list as saved, in canonical form; the same list again changes nothing */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": {
                            readonly data: {
                                readonly receivers: readonly components["schemas"]["WalletReceiver"][];
                            };
                            /** @enum {boolean} */
                            readonly success: true;
                        };
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly CreatedTransaction: {
            readonly amount: number;
            readonly amount_sats: string;
            /** @description What the client called it, where it did */
            readonly client_reference?: string;
            /** @description ISO 8601 UTC, six fractional digits, Z */
            readonly created_at: string;
            /** @constant */
            readonly currency_code: "XOF";
            readonly exchange_rate: number;
            /** Format: uuid */
            readonly id: string;
            /** Format: uuid */
            readonly payment_id: string;
            readonly payment_url: string;
            readonly payout_id: null;
            readonly receiver_address: string;
            readonly reference: string;
            /** @constant */
            readonly status: "PENDING";
            /** @enum {string} */
            readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
            /** Format: uuid */
            readonly user_id: string;
        };
        readonly CreateTransactionAnswer: {
            readonly invoice: string | null;
            readonly payment_url: string;
            readonly provider: string;
            /** @constant */
            readonly success: true;
            readonly transaction: components["schemas"]["CreatedTransaction"];
        };
        readonly Kyc: {
            /** @enum {string} */
            readonly status: "NONE" | "PENDING" | "APPROVED" | "REJECTED";
            readonly submission: components["schemas"]["KycSubmission"] | null;
            readonly tier: components["schemas"]["KycTier"];
        };
        readonly KycReview: {
            readonly decided_at: string | null;
            readonly decided_by: string | null;
            /** @enum {string} */
            readonly document_kind: "NATIONAL_ID" | "PASSPORT" | "RESIDENCE_PERMIT" | "DRIVING_LICENCE" | "VOTER_CARD";
            readonly document_number: string | null;
            readonly documents: readonly {
                readonly bytes: number;
                /** @enum {string} */
                readonly content_type: "image/jpeg" | "image/png" | "application/pdf";
                /** Format: uuid */
                readonly id: string;
            }[];
            /** Format: uuid */
            readonly id: string;
            readonly reason: string | null;
            /** @enum {string} */
            readonly status: "PENDING" | "APPROVED" | "REJECTED";
            readonly submitted_at: string;
            readonly user: {
                readonly country: string;
                readonly email: string;
                /** Format: uuid */
                readonly id: string;
                readonly kyc_tier_id: number;
                readonly name: string;
            };
        };
        readonly KycSubmission: {
            readonly decided_at: string | null;
            /** @enum {string} */
            readonly document_kind: "NATIONAL_ID" | "PASSPORT" | "RESIDENCE_PERMIT" | "DRIVING_LICENCE" | "VOTER_CARD";
            readonly documents: readonly {
                readonly bytes: number;
                /** @enum {string} */
                readonly content_type: "image/jpeg" | "image/png" | "application/pdf";
                /** Format: uuid */
                readonly id: string;
            }[];
            /** Format: uuid */
            readonly id: string;
            readonly reason: string | null;
            /** @enum {string} */
            readonly status: "PENDING" | "APPROVED" | "REJECTED";
            readonly submitted_at: string;
        };
        readonly KycTier: {
            readonly description: string;
            readonly id: number;
            readonly monthly_limit: number;
            readonly name: string;
        };
        readonly MonitoredTransaction: {
            readonly amount_satoshi: string;
            readonly amount_xof: string;
            readonly channel: string;
            readonly created_at: string;
            readonly exchange_rate: number;
            readonly failure_reason: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly payement_reference: string;
            /** Format: uuid */
            readonly payment_id: string;
            readonly payout_id: string | null;
            readonly payout_reference: string | null;
            readonly reference: string;
            /** @description Somebody has to look */
            readonly review: boolean;
            /** @description Why, as asked last */
            readonly review_reason: ("payout-failed" | "payment-late" | "payment-duplicate" | "payment-amount-mismatch" | "contradicting-facts" | "refund-failed" | "outcome-unknown" | "return-address-needed") | null;
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
            readonly updated_at: string;
            /** Format: uuid */
            readonly user_id: string;
        };
        readonly MonitoredTransactionDetail: {
            readonly amount_satoshi: string;
            readonly amount_xof: string;
            readonly channel: string;
            readonly created_at: string;
            readonly exchange_rate: number;
            readonly failure_reason: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly number_masked: string | null;
            readonly payement_reference: string;
            /** Format: uuid */
            readonly payment_id: string;
            readonly payout_id: string | null;
            readonly payout_reference: string | null;
            readonly receiver_masked: string | null;
            readonly reference: string;
            /** @description Somebody has to look */
            readonly review: boolean;
            /** @description Why, as asked last */
            readonly review_reason: ("payout-failed" | "payment-late" | "payment-duplicate" | "payment-amount-mismatch" | "contradicting-facts" | "refund-failed" | "outcome-unknown" | "return-address-needed") | null;
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
            readonly updated_at: string;
            /** Format: uuid */
            readonly user_id: string;
        };
        readonly PastRate: {
            readonly buy: number;
            /** @description ISO 8601 UTC, six fractional digits, Z */
            readonly from: string;
            readonly mid: number;
            readonly sell: number;
            /** @description When it was last the rate */
            readonly until: string;
        };
        readonly Problem: {
            /** @enum {string} */
            readonly code: "malformed-json" | "bad-request" | "amount-below-minimum" | "amount-above-maximum" | "limit-exceeded" | "too-many-open-transactions" | "too-many-standing-orders" | "standing-order-ended" | "too-many-resumptions" | "number-cooling-down" | "quote-expired" | "quote-already-used" | "quote-mismatch" | "rate-too-far" | "receiver-amount-mismatch" | "receiver-expires-too-soon" | "return-not-needed" | "not-in-review" | "money-is-owed" | "nothing-to-refund" | "outcome-unknown" | "case-closed" | "case-decided" | "two-people-needed" | "verdict-not-possible" | "verdict-amount-mismatch" | "reference-is-number" | "reference-in-use" | "proposal-pending" | "proposal-not-open" | "proposal-expired" | "proposal-mismatch" | "proposal-outdated" | "proposal-void" | "approver-too-new" | "own-account" | "own-proposal" | "receiver-already-used" | "provider-not-available-for-number" | "kyc-already-pending" | "kyc-already-complete" | "kyc-already-decided" | "kyc-tiers-out-of-order" | "account-in-use" | "last-admin" | "user-not-verified" | "unauthenticated" | "invalid-credentials" | "forbidden" | "second-factor-required" | "step-up-required" | "last-second-factor" | "too-many-second-factors" | "too-many-api-keys" | "too-many-proposals" | "account-not-verified" | "account-deactivated" | "account-suspended" | "kyc-required" | "not-found" | "method-not-allowed" | "request-timeout" | "idempotency-in-progress" | "body-too-large" | "unsupported-media-type" | "validation-failed" | "idempotency-key-reused" | "too-many-requests" | "too-many-failures" | "headers-too-large" | "rate-unavailable" | "provider-unavailable" | "liquidity-unavailable" | "service-unavailable" | "internal-error";
            readonly detail: string;
            readonly errors?: {
                readonly [key: string]: readonly string[];
            };
            readonly instance: string;
            readonly message: string;
            readonly status: number;
            /** @constant */
            readonly success: false;
            readonly title: string;
            readonly type: string;
        };
        readonly Quote: {
            /** @description Whole XOF */
            readonly amount: number;
            readonly amount_sats: string;
            /** @description ISO 8601 UTC, six fractional digits, Z */
            readonly created_at: string;
            /** @constant */
            readonly currency_code: "XOF";
            readonly exchange_rate: number;
            /** @description ISO 8601 UTC, six fractional digits, Z */
            readonly expires_at: string;
            readonly fees: readonly {
                /** @description Whole XOF */
                readonly amount: number;
                /** @constant */
                readonly currency_code: "XOF";
                /** @constant */
                readonly included: true;
                /** @enum {string} */
                readonly kind: "spread" | "network";
            }[];
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
        };
        readonly RateRules: {
            readonly frozen: boolean;
            /** @description The middle instead of the markets' */
            readonly manual_rate: number | null;
            readonly manual_until: string | null;
            /** @description Basis points */
            readonly spread_buy: number;
            /** @description Basis points */
            readonly spread_sell: number;
        };
        readonly Rates: {
            /** @description ISO 8601 UTC, six fractional digits, Z */
            readonly as_of: string;
            /** @description At which people buy: the middle and the exchange's spread */
            readonly buy: number;
            readonly mid: number;
            /** @description At which people sell */
            readonly sell: number;
            /** @description Until when it counts, should nothing newer come */
            readonly valid_until: string;
        };
        readonly Ruling: {
            readonly at: string;
            /**
             * Format: uuid
             * @description The account of whoever decided; 00000000-0000-7000-8000-000000000001 is an operator
             */
            readonly by: string;
            /** Format: uuid */
            readonly id: string;
            readonly reason: string;
            readonly what: {
                readonly [key: string]: unknown;
            };
        };
        readonly StaffUser: {
            readonly address: string | null;
            /** @enum {string} */
            readonly country: "BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG";
            readonly created_at: string;
            readonly email: string;
            /** Format: uuid */
            readonly id: string;
            readonly is_active: boolean;
            /** @enum {string} */
            readonly kyc_status: "NONE" | "PENDING" | "APPROVED" | "REJECTED";
            readonly kyc_tier: components["schemas"]["KycTier"];
            readonly kyc_tier_id: number;
            readonly name: string;
            readonly roles: readonly ("admin" | "service_client" | "user")[];
            /** @enum {string} */
            readonly status: "PENDING" | "ACTIVE" | "DEACTIVATED" | "SUSPENDED";
            readonly tag: string;
            readonly verified_at: string | null;
            readonly whatsapp: string | null;
        };
        readonly StaffUserDetail: {
            readonly address: string | null;
            /** @enum {string} */
            readonly country: "BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG";
            readonly created_at: string;
            readonly email: string;
            /** @default null */
            readonly erasure: {
                /** @description What refused it */
                readonly open: readonly ("transaction" | "refund" | "review")[];
                /** @enum {string} */
                readonly status: "UNDER_WAY" | "REFUSED";
            } | null;
            /** Format: uuid */
            readonly id: string;
            readonly is_active: boolean;
            /** @enum {string} */
            readonly kyc_status: "NONE" | "PENDING" | "APPROVED" | "REJECTED";
            readonly kyc_tier: components["schemas"]["KycTier"];
            readonly kyc_tier_id: number;
            readonly name: string;
            readonly roles: readonly ("admin" | "service_client" | "user")[];
            readonly rulings: readonly components["schemas"]["Ruling"][];
            /** @enum {string} */
            readonly status: "PENDING" | "ACTIVE" | "DEACTIVATED" | "SUSPENDED";
            readonly tag: string;
            readonly verified_at: string | null;
            readonly whatsapp: string | null;
        };
        readonly TracedAttempt: {
            readonly asks: number;
            readonly calls: number;
            readonly created_at: string;
            /** Format: uuid */
            readonly id: string;
            readonly kind: string;
            /** @description By what a node knows a send: its payment hash or transaction id; null elsewhere */
            readonly natural_key: string | null;
            readonly number: number;
            readonly provider: string;
            readonly provider_reference: string | null;
            /** @enum {string} */
            readonly service: "identity" | "transactions" | "payments" | "payouts";
            /** @description open, unknown, accepted, rejected or settled */
            readonly state: string;
            /** @description The first and the last ones; what a check repeats is not said again */
            readonly steps: readonly {
                readonly at: string;
                /** @description Which call of the attempt; 0 before the first */
                readonly call: number;
                /** @description Why it stands so, where the provider or we said */
                readonly code: string | null;
                /** @enum {string} */
                readonly did: "called" | "not-called" | "answered" | "review" | "concluded";
                readonly state: string;
            }[];
            /**
             * Format: uuid
             * @description The payment, the payout or the refund that it is for
             */
            readonly subject_id: string;
        };
        readonly TraceEntry: {
            readonly at: string;
            readonly correlation_id: string;
            readonly data: {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly service: "identity" | "transactions" | "payments" | "payouts";
            /** Format: uuid */
            readonly stream_id: string;
            readonly type: string;
            readonly version: number;
        };
        readonly TransactionDetail: {
            readonly amount_satoshi: string;
            readonly amount_xof: string;
            /** @description What the client called it, where it did */
            readonly client_reference?: string;
            readonly completed_at: string | null;
            /** @description ISO 8601 UTC, six fractional digits, Z */
            readonly created_at: string;
            readonly exchange_rate: number;
            /** Format: uuid */
            readonly id: string;
            readonly payement_reference: string;
            readonly payment_url: string;
            readonly payout_reference: string | null;
            readonly progress: {
                /** @enum {string} */
                readonly payment_status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
                /** @enum {string} */
                readonly payout_status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            };
            readonly receiver_address: string;
            readonly reference: string;
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
        };
        readonly TransactionListItem: {
            readonly amount_sats: string;
            readonly amount_xof: string;
            /** @description What the client called it, where it did */
            readonly client_reference?: string;
            readonly created_at: string;
            readonly exchange_rate: number;
            /** Format: uuid */
            readonly id: string;
            readonly reference: string;
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
            readonly updated_at: string;
        };
        readonly TransactionProgress: {
            readonly completed_at: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly payment_url: string;
            readonly payout_reference: string | null;
            readonly progress: {
                /** @enum {string} */
                readonly payment_status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
                /** @enum {string} */
                readonly payout_status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            };
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
        };
        readonly User: {
            readonly address: string | null;
            /** @enum {string} */
            readonly country: "BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG";
            readonly created_at: string;
            readonly email: string;
            /** Format: uuid */
            readonly id: string;
            readonly is_active: boolean;
            /** @enum {string} */
            readonly kyc_status: "NONE" | "PENDING" | "APPROVED" | "REJECTED";
            readonly kyc_tier: components["schemas"]["KycTier"];
            readonly kyc_tier_id: number;
            readonly name: string;
            readonly roles: readonly ("admin" | "service_client" | "user")[];
            readonly tag: string;
            readonly whatsapp: string | null;
        };
        readonly WaitlistEntry: {
            readonly country: ("BJ" | "BF" | "CI" | "GW" | "ML" | "NE" | "SN" | "TG") | null;
            readonly created_at: string;
            readonly email: string;
            /** Format: uuid */
            readonly id: string;
            readonly name: string | null;
            readonly whatsapp: string | null;
        };
        readonly Wallet: {
            readonly numbers: readonly components["schemas"]["WalletNumber"][];
            readonly receivers: readonly components["schemas"]["WalletReceiver"][];
            readonly totals: {
                readonly bought_sats: string;
                readonly bought_xof: string;
                readonly sold_sats: string;
                readonly sold_xof: string;
                readonly total_transactions: number;
            };
        };
        readonly WalletNumber: {
            readonly is_default: boolean;
            readonly label: string | null;
            readonly number: string;
        };
        readonly WalletReceiver: {
            readonly is_default: boolean;
            readonly label: string | null;
            readonly receiver_address: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
