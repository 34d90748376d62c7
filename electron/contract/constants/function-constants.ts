export const functionRoles = ['login', 'verifier'] as const
export type FunctionRole = (typeof functionRoles)[number]

/** The contract names no upper bound; a larger source is refused here before it is sent. UTF-8 bytes. */
export const LARGEST_SOURCE_BYTES = 1_000_000

/** Accepted sends kept for each function, with their sources; older ones go. */
export const SENDS_KEPT = 200

/** The connections of the sample workspace, offered where ids cannot be known. */
export const SAMPLE_CONNECTIONS = ['conn-supplier-portal', 'conn-ticket-desk'] as const
