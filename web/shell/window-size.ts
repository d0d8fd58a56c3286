/** The smallest window that the pages fit. */
const MIN_WIDTH = 900
const MIN_HEIGHT = 530

/**
 * Whether the window is too small. It is the window that counts and not the part of the page that it shows: whoever
 * zooms in keeps the window and must not be locked out (WCAG 1.4.4). A browser that does not tell says 0.
 */
export const isTooSmall = (width: number, height: number): boolean =>
  (width > 0 && width < MIN_WIDTH) || (height > 0 && height < MIN_HEIGHT)
