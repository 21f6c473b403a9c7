/** The API key of the first seeded customer, unless the option `key` differs. It gives access to made-up data only. */
export const SANDBOX_KEY = 'pk_sandbox_musterwerk_0123456789abcdef'

/** The API key of the second customer, to prove that customers cannot see each other's data. */
export const OTHER_SANDBOX_KEY = 'pk_sandbox_beispiel_fedcba9876543210'
