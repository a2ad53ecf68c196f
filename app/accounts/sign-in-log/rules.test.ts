import { normalizeIP } from '@better-auth/core/utils/ip'
import { expect, test } from 'vitest'
import { deviceOf, networkOf } from './rules'

const MOZILLA = 'Mozilla/5.0'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const ANDROID = '(Linux; Android 10; K)'

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome su Windows'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Edg/141.0.0.0`, 'Edge su Windows'],
  [`${MOZILLA} (X11; Linux x86_64) ${CHROME.replace('Chrome', 'HeadlessChrome')}`, 'Chrome su Linux'],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome su ChromeOS'],
  [`${MOZILLA} ${ANDROID} ${CHROME.replace('Safari', 'Mobile Safari')}`, 'Chrome su Android'],
  [`${MOZILLA} ${ANDROID} ${CHROME} SamsungBrowser/28.0`, 'Samsung Internet su Android'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox su Mac'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} OPR/120.0.0.0`, 'Opera su Mac'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1`,
    'Safari su iPhone',
  ],
  [
    `${MOZILLA} (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/141.0 Safari/604.1`,
    'Chrome su iPad',
  ],
  ['Windows', 'Un browser su Windows'],
  ['curl/8.5.0', 'Dispositivo non riconosciuto'],
  ['<script>Chrome', 'Dispositivo non riconosciuto'],
  ['', 'Dispositivo non riconosciuto'],
])('%s reads %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1a2b:3c4d::77', '2001:db8:1a2b::'],
  ['::1', '0:0:0::'],
  ['unknown', ''],
])('of %s the network %j is kept', (address, network) => {
  expect(networkOf(normalizeIP(address))).toBe(network)
})
