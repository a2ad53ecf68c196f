import { href } from 'react-router'

/**
 * The page of the office to which a form or a link returns: `wanted`, the address in its field or parameter `torna`; if
 * that is no page of the office, /admin, so that it never leads to another site.
 */
export function officePage(wanted: string): string {
  return /^\/admin(\/[\w-]+)*(\?[\w=&%+.~*-]*)?(#[\w-]+)?$/.test(wanted) ? wanted : href('/admin')
}
