import { foldText } from '../../../contracts/text.ts';

/** Emojis by group, one a line: its names and further words in Portuguese, English and Spanish. */
const lists = {
  faces: `
😀 rosto sorridente, sorriso, feliz, alegre; grinning face, smile, happy; cara sonriente, sonrisa, feliz
😄 sorriso aberto, feliz, riso; big smile, happy, laugh; sonrisa abierta, feliz, risa
😁 sorriso largo, dentes; beaming face, grin, teeth; sonrisa amplia, dientes
😅 sorriso com suor, alívio, ufa; smile with sweat, relief, phew; sonrisa con sudor, alivio
😂 chorando de rir, risada, kkk; tears of joy, laugh, lol; llorando de risa, jaja
🤣 rolando de rir, gargalhada, kkk; rolling on the floor, laugh, lol; revolcándose de risa, carcajada
🙂 leve sorriso, tudo bem; slight smile, fine; sonrisa leve, bien
😉 piscadela, piscar; wink; guiño
😊 sorriso tímido, feliz, obrigado; smiling eyes, happy, blush; sonrisa tímida, feliz, gracias
😇 anjo, auréola; angel, halo; ángel, aureola
🥰 apaixonado, corações, amor; smiling with hearts, love; enamorado, corazones, amor
😍 olhos de coração, amei, amor; heart eyes, love; ojos de corazón, amor
😘 beijo, beijinho; kiss; beso
😋 delícia, gostoso; yummy, delicious; delicioso, rico
😜 brincalhão, língua; playful, tongue; bromista, lengua
🤗 abraço; hug; abrazo
🤔 pensando, dúvida, hum; thinking, doubt, hmm; pensando, duda
🤨 desconfiado, sobrancelha; raised eyebrow, doubt; desconfiado, ceja
😐 neutro, sem expressão; neutral; neutral
🙄 revirando os olhos; rolling eyes; ojos en blanco
😏 irônico, malicioso; smirk; irónico, pícaro
😌 aliviado, calma; relieved, calm; aliviado, calma
😴 dormindo, sono; sleeping, tired; durmiendo, sueño
🤒 doente, termômetro, febre; sick, thermometer, fever; enfermo, termómetro, fiebre
🤯 cabeça explodindo, uau; mind blown, wow; cabeza explotando
🥳 festa, comemorar, aniversário; party, celebrate, birthday; fiesta, celebrar, cumpleaños
😎 óculos escuros, legal; sunglasses, cool; gafas de sol, genial
🤓 nerd, óculos, estudo; nerd, glasses; nerd, gafas
😕 confuso; confused; confundido
😟 preocupado; worried; preocupado
😮 surpreso, boca aberta, uau; surprised, open mouth, wow; sorprendido, boca abierta
😳 envergonhado, corado; flushed, embarrassed; avergonzado, sonrojado
🥺 por favor, implorando; pleading, please; por favor, suplicando
😢 chorando, triste, lágrima; crying, sad, tear; llorando, triste, lágrima
😭 chorando muito, triste; loudly crying, sad; llorando mucho, triste
😱 gritando, medo, susto; screaming, fear; gritando, miedo
😓 suor frio, cansado; cold sweat, tired; sudor frío, cansado
😩 exausto, cansado; weary, tired; agotado, cansado
😤 bufando, irritado; huffing, annoyed; resoplando, molesto
😡 bravo, raiva; angry, rage; enojado, rabia
😷 máscara, doente; mask, sick; mascarilla, enfermo
🤝 aperto de mãos, acordo, negócio fechado; handshake, deal; apretón de manos, acuerdo
`,
  gestures: `
👍 joinha, positivo, ok, curtir; thumbs up, ok, like, yes; pulgar arriba, ok, sí
👎 negativo, não curtir; thumbs down, no, dislike; pulgar abajo, no
👌 perfeito, ok; ok hand, perfect; perfecto, ok
✌️ paz, dois, vitória; peace, two, victory; paz, dos, victoria
🤞 dedos cruzados, sorte; fingers crossed, luck; dedos cruzados, suerte
👏 palmas, parabéns, aplauso; clapping, congratulations, applause; aplausos, felicidades
🙌 mãos para cima, comemorar; raised hands, celebrate; manos arriba, celebrar
🙏 obrigado, por favor, oração; thanks, please, pray; gracias, por favor, oración
💪 força, músculo; strong, muscle; fuerza, músculo
👋 tchau, olá, oi, aceno; wave, hello, bye; hola, adiós, saludo
✋ mão, pare, espere; hand, stop, wait; mano, alto, espera
👊 soco, toca aqui; fist bump, punch; puño, choque
👆 acima, apontar; point up, above; arriba, señalar
👇 abaixo, apontar; point down, below; abajo, señalar
👉 direita, apontar; point right; derecha, señalar
👈 esquerda, apontar; point left; izquierda, señalar
✍️ escrevendo, assinar; writing, sign; escribiendo, firmar
👀 olhos, vendo, de olho; eyes, look, see; ojos, mirando
🤷 não sei, tanto faz; shrug, do not know; no sé, da igual
🤦 decepção, mão na testa; facepalm; decepción, mano en la cara
🧑‍💻 trabalhando, computador, programador; technologist, computer, work; trabajando, computadora
👨‍👩‍👧 família; family; familia
👤 pessoa, contato, usuário; person, contact, user; persona, contacto, usuario
👥 pessoas, equipe, grupo; people, team, group; personas, equipo, grupo
`,
  hearts: `
❤️ coração, amor, vermelho; red heart, love; corazón, amor, rojo
🧡 coração laranja, amor; orange heart, love; corazón naranja, amor
💛 coração amarelo, amor; yellow heart, love; corazón amarillo, amor
💚 coração verde, amor; green heart, love; corazón verde, amor
💙 coração azul, amor; blue heart, love; corazón azul, amor
💜 coração roxo, amor; purple heart, love; corazón morado, amor
🖤 coração preto; black heart; corazón negro
💔 coração partido, triste; broken heart, sad; corazón roto, triste
💐 buquê, flores; bouquet, flowers; ramo, flores
🌹 rosa, flor; rose, flower; rosa, flor
🌟 estrela brilhante; glowing star; estrella brillante
⭐ estrela, favorito; star, favourite; estrella, favorito
✨ brilho, novo, limpo; sparkles, new, clean; brillos, nuevo, limpio
🔥 fogo, quente, demais; fire, hot, lit; fuego, caliente
💥 explosão, bum; explosion, boom; explosión
🎉 festa, parabéns, confete; party, congratulations, confetti; fiesta, felicidades, confeti
🎂 bolo, aniversário; cake, birthday; pastel, cumpleaños
🎁 presente, surpresa; gift, present; regalo, sorpresa
🏆 troféu, campeão, vitória; trophy, winner; trofeo, campeón
🥇 medalha de ouro, primeiro lugar; gold medal, first; medalla de oro, primero
🎯 alvo, meta, certeiro; target, goal; diana, meta
💯 cem, nota dez, perfeito; hundred, perfect; cien, perfecto
`,
  work: `
📦 pacote, caixa, encomenda, entrega; package, box, delivery; paquete, caja, entrega
🚚 caminhão, entrega, frete; truck, delivery; camión, entrega, envío
🛵 moto, entrega, motoboy; scooter, delivery; moto, entrega
✈️ avião, viagem; plane, travel; avión, viaje
🚗 carro; car; coche, auto
🏠 casa, endereço; house, home, address; casa, dirección
🏢 empresa, prédio, escritório; office, building, company; empresa, edificio, oficina
🏭 fábrica, indústria; factory, industry; fábrica, industria
🏪 loja, comércio; shop, store; tienda, comercio
📍 local, endereço, alfinete; location, pin, address; ubicación, dirección
🗺️ mapa; map; mapa
🛒 carrinho, compra, pedido; cart, shopping, order; carrito, compra, pedido
💰 dinheiro, saco, pagamento; money, payment; dinero, pago
💵 notas, dinheiro, dólar; banknotes, money, dollar; billetes, dinero
💳 cartão, crédito, pagamento; card, credit, payment; tarjeta, crédito, pago
🧾 recibo, nota fiscal, comprovante; receipt, invoice; recibo, factura, comprobante
📄 documento, página, boleto; document, page; documento, página
📎 clipe, anexo; paperclip, attachment; clip, adjunto
📝 anotação, escrever, formulário; memo, write, form; nota, escribir, formulario
📋 prancheta, lista; clipboard, list; portapapeles, lista
📅 calendário, data, agenda; calendar, date; calendario, fecha, agenda
⏰ despertador, horário, hora; alarm clock, time; despertador, hora
⏳ ampulheta, espera, aguarde; hourglass, wait; reloj de arena, espera
🕐 relógio, hora; clock, time; reloj, hora
📈 subindo, gráfico, crescimento; chart up, growth; subida, gráfico, crecimiento
📉 caindo, gráfico, queda; chart down, fall; bajada, gráfico, caída
📊 gráfico, barras, relatório; bar chart, report; gráfico, barras, informe
💡 ideia, lâmpada, dica; idea, light bulb, tip; idea, bombilla, consejo
🔧 chave, conserto, manutenção; wrench, repair; llave, reparación
🔨 martelo, obra; hammer, work; martillo, obra
⚙️ engrenagem, configuração; gear, settings; engranaje, configuración
🔒 cadeado, seguro, fechado; lock, safe, closed; candado, seguro, cerrado
🔓 aberto, cadeado; unlocked, open; abierto, candado
🔑 chave, senha, acesso; key, password, access; llave, contraseña, acceso
🔍 lupa, busca, procurar; magnifier, search; lupa, buscar
🔔 sino, aviso, notificação; bell, notification; campana, aviso
📞 telefone, ligação, ligar; telephone, call; teléfono, llamada
📱 celular, aplicativo; mobile phone, app; móvil, celular, aplicación
💻 computador, notebook; laptop, computer; computadora, portátil
🖨️ impressora, imprimir; printer, print; impresora, imprimir
📷 câmera, foto; camera, photo; cámara, foto
🎥 vídeo, filmadora; video, movie camera; vídeo, cámara
🎧 fone, atendimento, áudio; headphones, support, audio; auriculares, atención, audio
📧 e-mail, mensagem; e-mail, message; correo, mensaje
💬 conversa, mensagem, balão; chat, message, bubble; conversación, mensaje
🔗 link, corrente; link, chain; enlace, cadena
♻️ reciclar, trocar; recycle, exchange; reciclar, cambiar
🗑️ lixeira, apagar; bin, delete; papelera, borrar
`,
  food: `
☕ café, pausa; coffee, break; café, pausa
🍵 chá; tea; té
🍺 cerveja; beer; cerveza
🍷 vinho; wine; vino
🥂 brinde, comemorar; cheers, toast; brindis, celebrar
🍕 pizza; pizza; pizza
🍔 hambúrguer, lanche; burger; hamburguesa
🍽️ almoço, jantar, prato; lunch, dinner, plate; almuerzo, cena, plato
🍞 pão; bread; pan
🍫 chocolate; chocolate; chocolate
🍎 maçã, fruta; apple, fruit; manzana, fruta
🌞 sol, bom dia; sun, good morning; sol, buenos días
🌙 lua, boa noite; moon, good night; luna, buenas noches
🌧️ chuva; rain; lluvia
⚡ raio, rápido, energia; lightning, fast, power; rayo, rápido, energía
❄️ neve, frio; snow, cold; nieve, frío
🌱 planta, broto, verde; seedling, plant; planta, brote
🌳 árvore; tree; árbol
🐶 cachorro; dog; perro
🐱 gato; cat; gato
⚽ futebol, bola, gol; football, soccer, ball; fútbol, pelota
🎵 música, nota; music, note; música, nota
🎮 jogo, videogame; game; juego
🏖️ praia, férias; beach, holiday; playa, vacaciones
`,
  signs: `
✅ feito, certo, confirmado, concluído; done, check, confirmed; hecho, correcto, confirmado
☑️ marcado, caixa; checked box; marcado, casilla
❌ errado, não, cancelar; cross, wrong, cancel; error, no, cancelar
⭕ círculo, certo; circle; círculo
❗ exclamação, importante, atenção; exclamation, important; exclamación, importante
❓ pergunta, dúvida, interrogação; question, help; pregunta, duda
⚠️ atenção, aviso, cuidado; warning, caution; atención, aviso, cuidado
🚫 proibido, não; forbidden, no; prohibido, no
🆗 ok, certo; ok button; ok, bien
🆕 novo, novidade; new; nuevo, novedad
🔴 vermelho, círculo; red, circle; rojo, círculo
🟡 amarelo, círculo; yellow, circle; amarillo, círculo
🟢 verde, círculo; green, circle; verde, círculo
🔵 azul, círculo; blue, circle; azul, círculo
➡️ seta para a direita, próximo; right arrow, next; flecha derecha, siguiente
⬅️ seta para a esquerda, anterior; left arrow, previous; flecha izquierda, anterior
⬆️ seta para cima; up arrow; flecha arriba
⬇️ seta para baixo; down arrow; flecha abajo
🔄 atualizar, repetir, trocar; refresh, repeat; actualizar, repetir
➕ mais, somar; plus, add; más, sumar
➖ menos; minus; menos
💤 sono, dormir; sleep; sueño, dormir
1️⃣ um, número; one, number; uno, número
2️⃣ dois, número; two, number; dos, número
3️⃣ três, número; three, number; tres, número
🇧🇷 Brasil, bandeira; Brazil, flag; Brasil, bandera
`,
} as const;

export type EmojiGroup = keyof typeof lists;

export interface Emoji {
  emoji: string;
  group: EmojiGroup;
  /** By language. */
  names: { pt: string; en: string; es: string };
  /** Names and words of all languages, without accents. */
  words: string;
}

const parse = (group: EmojiGroup, line: string): Emoji => {
  const space = line.indexOf(' ');
  const [pt = '', en = '', es = ''] = line.slice(space + 1).split('; ');
  const nameOf = (words: string): string => words.split(', ')[0]!;
  return {
    emoji: line.slice(0, space),
    group,
    names: { pt: nameOf(pt), en: nameOf(en), es: nameOf(es) },
    words: foldText([pt, en, es].join(' ').replaceAll(',', '')),
  };
};

export const emojis: readonly Emoji[] = (Object.keys(lists) as EmojiGroup[]).flatMap((group) =>
  lists[group]
    .trim()
    .split('\n')
    .map((line) => parse(group, line)),
);

/** The emojis with a word that begins with each of the words typed, in any language and without accents. */
export function findEmojis(typed: string): readonly Emoji[] {
  const wanted = foldText(typed).split(' ').filter(Boolean);
  return emojis.filter(({ emoji, words }) =>
    wanted.every((word) => ` ${words}`.includes(` ${word}`) || emoji === typed.trim()),
  );
}
