/** Apart from the schemas that use them: who reads a file needs no zod. */

/** More people than any project has; above it a browser would have to hold too much. */
export const IMPORT_ROWS_MAX = 10_000
export const IMPORT_COLUMNS_MAX = 200
/** What Excel itself lets into one cell. */
export const CELL_CHARACTERS_MAX = 32_767
