/** What pages and server know of lists that are imported with a preview, apart from the schemas. */

/** Of a file that is handed in; it travels with the question. */
export const LIST_FILE_BYTES_MAX = 2_000_000
/** Changes, errors and unknown SKUs of a preview that are shown, of each. */
export const LIST_ROWS_SHOWN = 200
/** Errors and unknown SKUs that are told, of each: those that are shown, and the others in a file. */
export const LIST_PROBLEMS_MAX = 1_000
