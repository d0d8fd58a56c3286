/** What pages and server know of lists that are imported with a preview, apart from the schemas. */

/** Of a file that is handed in; it travels with the question. */
export const LIST_FILE_BYTES_MAX = 2_000_000
/** Changes, errors and unknown SKUs of a preview that are shown, of each. */
export const LIST_ROWS_SHOWN = 200
