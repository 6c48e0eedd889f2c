// The reference of sockets.mjs: a bare ws server that checks the permission of each client and sends it the same text.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const screen = 'basic-uo';
const clients = new Set();

const server = createServer((request, response) => {
  if (request.method !== 'POST') return response.end();
  let text = '';
  request.on('data', (part) => (text += part));
  request.on('end', () => {
    for (const { socket, grants } of clients)
      if (grants.allScreens || grants.screens.get(screen)?.read === true) socket.send(text);
    response.end();
  });
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  const grants = { allScreens: false, screens: new Map([[screen, { read: true }]]) };
  const client = { socket, grants };
  clients.add(client);
  socket.on('message', () => socket.send('{"type":"SUBSCRIBED"}'));
  socket.on('close', () => clients.delete(client));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
