import { useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import styles from './EdgeFade.module.css'

/** Says that more columns follow to the right; gone when the last of them is in view. */
export function EdgeFade() {
  const sentinel = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setAtEnd(entry?.isIntersecting ?? true))
    observer.observe(sentinel.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div className={cx(styles.fade, isAtEnd && styles.gone)} aria-hidden />
      <div ref={sentinel} className={styles.sentinel} />
    </>
  )
}
