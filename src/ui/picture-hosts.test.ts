// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { blockedPictureHost } from './picture-hosts.ts';

afterEach(() => document.head.replaceChildren());

function allow(hosts: string): void {
  document.head.innerHTML = `<meta name="picture-hosts" content="${hosts}">`;
}

test.each([
  ['', '/files/1.png', null],
  ['', 'https://img.example/1.png', 'img.example'],
  // The page of the development server, which fills nothing in.
  ['__PICTURE_HOSTS__', 'https://img.example/1.png', 'img.example'],
  ['img.example', 'https://IMG.example/1.png', null],
  ['img.example', 'https://img.example.evil/1.png', 'img.example.evil'],
  ['img.example', 'https://x.img.example/1.png', 'x.img.example'],
  // The policy names hosts without a port.
  ['img.example', 'https://img.example:8443/1.png', 'img.example'],
  ['a.example *.img.example', 'https://x.img.example/1.png', null],
  ['*.img.example', 'https://img.example/1.png', 'img.example'],
  ['*.img.example', 'https://evilimg.example/1.png', 'evilimg.example'],
])('with the hosts "%s", %s is blocked as %s', (hosts, address, blocked) => {
  allow(hosts);
  expect(blockedPictureHost(address)).toBe(blocked);
});
