export interface Position {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

const MARGIN = 8

/** The nearest place where all of a box is in the window; where it is too large, its head is. */
export const inWindow = ({ x, y }: Position, box: Size, window: Size): Position => ({
  x: Math.max(MARGIN, Math.min(x, window.width - box.width - MARGIN)),
  y: Math.max(MARGIN, Math.min(y, window.height - box.height - MARGIN)),
})

/** An arrow key moves by more than the pixel that a pointer does. */
export const KEY_STEP = 10
