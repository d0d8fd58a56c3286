/** Where a calculation is asked for and its result is sent. */
export const SECURITY_CHECK_PATH = '/security-check'
