import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address is among addresses, networks and the names that SEXTANT_TRUSTED_PROXIES may have. */
export function isAmong(places: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const place of places.flatMap((named) => NAMED[named] ?? named)) {
    const [address = '', bits] = place.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    if (address === undefined) return false
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

const isLoopback = isAmong(['loopback'])
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** What proxies add to what they carry. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Somebody at this machine, and nobody whom a proxy or a name that points here brings. */
export const isFromHere = ({ raw, headers }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress) &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  FORWARDING.every((name) => headers[name] === undefined)
