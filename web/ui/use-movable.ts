import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useMove } from 'react-aria/useMove'
import { inWindow, KEY_STEP, type Position, type Size } from './window-position.ts'

const windowSize = (): Size => ({ width: window.innerWidth, height: window.innerHeight })
const sizeOf = (element: HTMLElement): Size => ({ width: element.offsetWidth, height: element.offsetHeight })

/** Where a box stands that is moved by pointer and arrow keys. All of it stays in the window. */
export function useMovable(box: RefObject<HTMLElement | null>, start: Position) {
  const [position, setPosition] = useState(start)
  // Where the pointer would have it. Beyond an edge the box waits until the pointer is back.
  const wanted = useRef(start)

  const moveTo = (to: Position) => {
    wanted.current = to
    if (box.current) setPosition(inWindow(to, sizeOf(box.current), windowSize()))
  }
  const { moveProps } = useMove({
    onMoveStart: () => void (wanted.current = position),
    onMove: ({ deltaX, deltaY, pointerType }) => {
      const step = pointerType === 'keyboard' ? KEY_STEP : 1
      moveTo({ x: wanted.current.x + deltaX * step, y: wanted.current.y + deltaY * step })
    },
  })

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const stayInside = () => setPosition(inWindow(wanted.current, sizeOf(element), windowSize()))
    // It may also grow beyond the edge. The first call comes at once.
    const observer = new ResizeObserver(stayInside)
    observer.observe(element)
    window.addEventListener('resize', stayInside)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', stayInside)
    }
  }, [box])

  return { position, moveProps }
}
