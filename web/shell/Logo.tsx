/** A sextant: frame, arc and its one brass pointer. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden>
      <path
        d="M10 2.2 2.3 15.4a15.4 15.4 0 0 0 15.4 0Z"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path d="M4.9 13.1a10.4 10.4 0 0 0 10.2 0" stroke="currentColor" opacity=".55" />
      <path d="M10 2.2 13.4 18.2" stroke="var(--here)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
