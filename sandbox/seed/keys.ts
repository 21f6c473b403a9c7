/** The API key of the first seeded customer, unless the option `key` says otherwise. It opens made-up data only. */
export const SANDBOX_KEY = 'pk_sandbox_musterwerk_0123456789abcdef'

/** The API key of the second customer, to prove that nobody sees what is another's. */
export const OTHER_SANDBOX_KEY = 'pk_sandbox_beispiel_fedcba9876543210'
