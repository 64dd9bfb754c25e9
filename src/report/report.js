// The replay and the list of games. Draws positions that the program worked out; knows no rules.
// The page is complete without it but for these two.
"use strict";
(() => {
  const dataElement = document.getElementById("report-data");
  const root = document.getElementById("replay");
  const list = document.getElementById("game-list");
  if (!dataElement || !root || !list) return;
  const { players, boards, games } = JSON.parse(dataElement.textContent);
  // A line a game, read when it is opened.
  const lines = document.getElementById("report-moves").textContent.split("\n").slice(1, -1);
  const NUMBER = 0, ROUND = 1, BOARD = 2, SOUTH = 3, NORTH = 4, POINTS_S = 5, POINTS_N = 6, PLIES = 7, ENDING = 8, FAULTS = 9;
  const indexOf = new Map(games.map((game, index) => [game[NUMBER], index]));
  const SVG = "http:" + "//www.w3.org/2000/svg";  // a name, not an address

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const draw = (tag, attributes = {}, text) => {
    const element = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const side = letter => letter === "s" ? "south" : "north";
  const time = ms => ms === null || ms === undefined ? "" :
    ms >= 1000 ? (ms / 1000).toFixed(2) + " s" : ms >= 1 ? ms.toPrecision(3) + " ms" : (1000 * ms).toPrecision(3) + " \u00b5s";

  // ---- a game as it stands in the page ----
  const load = index => {
    const raw = JSON.parse(lines[index].replace(/,$/, ""));
    const moves = (raw.m ? raw.m.split(" ") : []).map(text => {
      const [, by, pit, again, , captured, referee, , swept] =
        /^([sn])(\d+)(\+?)(x(\d+))?(r?)(w(\d+))?$/.exec(text);
      return { by, pit: +pit, again: !!again, captured: +(captured || 0), referee: !!referee, swept: +(swept || 0) };
    });
    const [pitDigits, storeDigits] = raw.w;
    const length = raw.p.length / (moves.length + 1);
    const pits = (length - 2 * storeDigits) / pitDigits / 2;
    const position = ply => {
      let at = ply * length;
      const next = digits => parseInt(raw.p.slice(at, at += digits), 36);
      const row = () => Array.from({ length: pits }, () => next(pitDigits));
      return { south: row(), north: row(), stores: { south: next(storeDigits), north: next(storeDigits) } };
    };
    const toMove = ply => {
      if (ply < moves.length) return moves[ply].by;
      return null;
    };
    return { ...raw, moves, pits, position, toMove, remarks: new Map(raw.r) };
  };

  // ---- the board ----
  const UNIT = 78, HOLE = 31;
  // Few seeds lie in a ring, more in a spiral that fills the hole evenly.
  const seedPlaces = (count, room) => {
    if (count === 1) return [[0, 0]];
    const ring = count <= 5 ? count : count <= 7 ? count - 1 : 0;
    if (ring) {
      const places = Array.from({ length: ring }, (_, i) => [i * 2 * Math.PI / ring - Math.PI / 2, ring < 5 ? 10 : 13]);
      if (ring < count) places.push([0, 0]);
      return places;
    }
    const spacing = Math.min(8.2, room / Math.sqrt(count));
    return Array.from({ length: Math.min(count, 150) }, (_, i) => [i * 2.39996, spacing * Math.sqrt(i + 0.35)]);
  };
  const seeds = (parent, x, y, count, { room, stretch }) => {
    const radius = Math.min(4.6, room / Math.sqrt(Math.max(count, 1)) * Math.sqrt(stretch) * 0.58);
    for (const [angle, distance] of count ? seedPlaces(count, room) : [])
      parent.append(draw("circle", {
        class: "seed", r: radius.toFixed(2),
        cx: (x + distance * Math.cos(angle)).toFixed(1), cy: (y + stretch * distance * Math.sin(angle)).toFixed(1),
      }));
  };
  const drawBoard = (game, ply) => {
    const now = game.position(ply), before = ply > 0 ? game.position(ply - 1) : now;
    const last = ply > 0 ? game.moves[ply - 1] : null;
    const width = (game.pits + 2) * UNIT, height = 2 * UNIT + 68, middle = height / 2;
    const svg = draw("svg", { class: "board", viewBox: `0 0 ${width} ${height}`, role: "img" });
    svg.append(draw("title", {}, `south ${now.south.join(" ")}, store ${now.stores.south}; north ${now.north.join(" ")}, store ${now.stores.north}`));
    svg.append(draw("rect", { class: "wood", x: 2, y: 24, width: width - 4, height: height - 48, rx: 34 }));
    for (const who of ["north", "south"]) {
      const south = who === "south";
      now[who].forEach((count, pit) => {
        const x = UNIT * (1.5 + (south ? pit : game.pits - 1 - pit)), y = middle + (south ? 1 : -1) * UNIT * 0.47;
        const played = last && side(last.by) === who && last.pit === pit + 1;
        svg.append(draw("circle", { class: `hole ${who}${played ? " played" : ""}`, cx: x, cy: y, r: HOLE }));
        seeds(svg, x, y, count, { room: HOLE - 6, stretch: 1 });
        const changed = count !== before[who][pit];
        svg.append(draw("text", { x, y: south ? height - 4 : 17, class: changed ? "changed" : "" }, count));
        svg.append(draw("text", { x: x + HOLE - 3, y: south ? y + HOLE + 1 : y - HOLE + 9, class: "index" }, pit + 1));
      });
      const x = south ? width - UNIT * 0.53 : UNIT * 0.53, count = now.stores[who];
      svg.append(draw("rect", { class: `hole ${who}`, x: x - 28, y: middle - 62, width: 56, height: 124, rx: 28 }));
      seeds(svg, x, middle, count, { room: 22, stretch: 2.3 });
      svg.append(draw("text", { x, y: south ? height - 4 : 17, class: "store-count" + (count !== before.stores[who] ? " changed" : "") }, count));
    }
    return svg;
  };

  // ---- the replay ----
  const icons = { first: "M2 2h2v12H2zM14 2v12L5 8z", back: "M10.8 1.8l1.6 1.6L7.8 8l4.6 4.6-1.6 1.6L4.6 8z", play: "M4 2l10 6-10 6z", pause: "M3 2h4v12H3zM9 2h4v12H9z", forward: "M5.2 1.8L3.6 3.4 8.2 8l-4.6 4.6 1.6 1.6L11.4 8z", last: "M12 2h2v12h-2zM2 2v12l9-6z" };
  const icon = name => { const svg = draw("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }); svg.append(draw("path", { d: icons[name] })); return svg; };
  const button = (name, label, act) => {
    const made = make("button", { type: "button", "aria-label": label, title: label }, icon(name));
    made.addEventListener("click", act);
    return made;
  };
  let open = 0, game = null, ply = 0, timer = null;
  const stage = make("div"), stepList = make("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
  const title = make("h3"), result = make("p", { class: "result" }), said = make("p", { class: "said", "aria-live": "polite" });
  const remark = make("p", { class: "remark" }), literal = make("p", { class: "literal" });
  const north = make("div", { class: "player-line", style: "--tone: var(--north)" });
  const south = make("div", { class: "player-line", style: "--tone: var(--south)" });
  const slider = make("input", { type: "range", min: 0, "aria-label": "Move" });
  const lead = draw("svg", { class: "lead", viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img" });
  const playButton = button("play", "Play", () => timer ? pause() : play());
  const buttons = [button("first", "First position", () => step(0)), button("back", "Back", () => step(ply - 1)), playButton,
    button("forward", "Forward", () => step(ply + 1)), button("last", "Last position", () => step(Infinity))];
  root.append(make("div", { class: "replay" }, title, result, make("div", { class: "replay-body" },
    make("div", {}, north, stage, south, make("div", { class: "controls" }, ...buttons, slider), lead, said, remark, literal), stepList)));

  const pause = () => { clearInterval(timer); timer = null; playButton.replaceChildren(icon("play")); playButton.setAttribute("aria-label", "Play"); };
  const play = () => {
    if (ply >= game.moves.length) show(0);
    timer = setInterval(() => ply < game.moves.length ? show(ply + 1) : pause(), 900);
    playButton.replaceChildren(icon("pause"));
    playButton.setAttribute("aria-label", "Pause");
  };
  const sayMove = () => {
    if (ply === 0) return `First position; ${side(game.b)} begins.`;
    const move = game.moves[ply - 1];
    const parts = [`${ply} of ${game.moves.length}: ${side(move.by)} plays pit ${move.pit}`];
    if (move.referee) parts[0] += " (opening or only move)";
    if (move.captured) parts.push(`captures ${move.captured}`);
    if (move.again) parts.push("moves again");
    if (move.swept) parts.push(`${move.swept} seeds swept at the end`);
    return parts.join(", ") + (move.referee ? "" : ` \u00b7 ${time(game.t[ply - 1])}`);
  };
  const drawLead = () => {
    const leads = Array.from({ length: game.moves.length + 1 }, (_, at) => { const { stores } = game.position(at); return stores.south - stores.north; });
    const most = Math.max(1, ...leads.map(Math.abs)), x = at => 1000 * at / Math.max(1, game.moves.length);
    lead.replaceChildren(draw("title", {}, "South's lead in seeds, move by move: above the line south is ahead"),
      draw("line", { class: "middle", x1: 0, x2: 1000, y1: 50, y2: 50 }),
      draw("polyline", { points: leads.map((value, at) => `${x(at).toFixed(1)},${(50 - 46 * value / most).toFixed(1)}`).join(" ") }),
      draw("line", { class: "now", y1: 0, y2: 100 }));
  };
  const show = wanted => {
    ply = Math.max(0, Math.min(wanted, game.moves.length));
    stage.replaceChildren(drawBoard(game, ply));
    slider.value = ply;
    const now = game.position(ply);
    said.textContent = sayMove();
    const faults = game.f.filter(fault => fault[0] === ply);
    remark.replaceChildren(game.remarks.get(ply) || "");
    for (const fault of faults) remark.append(make("span", { class: "fault" }, ` ${side(fault[1])}: ${fault[2]}, ${fault[3]}`));
    const begins = game.toMove(ply);
    north.classList.toggle("to-move", begins === "n");
    south.classList.toggle("to-move", begins === "s");
    north.lastChild.textContent = begins === "n" ? "to move" : "";
    south.lastChild.textContent = begins === "s" ? "to move" : "";
    literal.replaceChildren(make("code", {}, `<${[game.pits, now.stores.south, now.stores.north, ...now.south, ...now.north].join(",")}>${begins === "n" ? " n" : ""}`));
    const at = (1000 * ply / Math.max(1, game.moves.length)).toFixed(1), mark = lead.querySelector(".now");
    mark.setAttribute("x1", at);
    mark.setAttribute("x2", at);
    buttons[0].disabled = buttons[1].disabled = ply === 0;
    buttons[3].disabled = buttons[4].disabled = ply === game.moves.length;
    for (const old of stepList.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const current = stepList.querySelector(`[data-ply="${ply}"]`);
    if (current) {
      current.setAttribute("aria-current", "step");
      const row = current.closest("li");
      if (row.offsetTop < stepList.scrollTop || row.offsetTop + row.offsetHeight > stepList.scrollTop + stepList.clientHeight)
        stepList.scrollTop = row.offsetTop - stepList.clientHeight / 2;
    }
  };
  const step = wanted => {
    pause();
    show(wanted);
    try { history.replaceState(null, "", `#game-${games[open][NUMBER]}${ply ? "-" + ply : ""}`); } catch { /* some browsers, files */ }
  };
  const listMoves = () => {
    const rows = [];
    game.moves.forEach((move, index) => {
      const turnGoesOn = index > 0 && game.moves[index - 1].again && game.moves[index - 1].by === move.by;
      if (!turnGoesOn) rows.push(make("li", { class: side(move.by) }, make("span", {}, rows.length + 1), make("div")));
      const shown = make("button", { type: "button", "data-ply": index + 1, class: move.referee ? "forced" : "", title: `${side(move.by)}, pit ${move.pit}` },
        move.pit + (move.captured ? "\u00d7" + move.captured : ""));
      shown.addEventListener("click", () => step(index + 1));
      rows[rows.length - 1].lastChild.append(shown);
    });
    stepList.replaceChildren(...rows);
  };
  const openGame = (index, wanted) => {
    pause();
    open = index;
    game = load(index);
    const row = games[index];
    // In a match a colour is a player's, else a side's.
    const tones = players.length === 2 ? [row[SOUTH], row[NORTH]] : [0, 1];
    root.style.setProperty("--south", tones[0] === 0 ? "var(--a)" : "var(--b)");
    root.style.setProperty("--north", tones[1] === 0 ? "var(--a)" : "var(--b)");
    title.textContent = `Game ${row[NUMBER]}: ${players[row[SOUTH]]} \u2013 ${players[row[NORTH]]}`;
    result.textContent = `${row[POINTS_S]} to ${row[POINTS_N]} on ${boards[row[BOARD]]}, ${row[PLIES]} moves, ${game.e}`;
    south.replaceChildren(players[row[SOUTH]], make("span"), make("span"));
    north.replaceChildren(players[row[NORTH]], make("span"), make("span"));
    south.children[0].textContent = "south";
    north.children[0].textContent = "north";
    slider.max = game.moves.length;
    listMoves();
    drawLead();
    show(wanted);
    for (const line of list.querySelectorAll("tr[data-index]")) line.classList.toggle("open", +line.dataset.index === index);
  };
  slider.addEventListener("input", () => step(+slider.value));
  lead.addEventListener("click", event => {
    const box = lead.getBoundingClientRect();
    step(Math.round((event.clientX - box.left) / box.width * game.moves.length));
  });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, .scroll")) return;
    const box = root.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight) return;
    const inside = root.contains(event.target);
    if (event.key === "ArrowLeft") step(ply - 1);
    else if (event.key === "ArrowRight") step(ply + 1);
    else if (inside && event.key === "Home") step(0);
    else if (inside && event.key === "End") step(Infinity);
    else return;
    event.preventDefault();
  });

  // ---- the list ----
  const PAGE = 25;
  const columns = [["#", NUMBER, true], ["Round", ROUND, true], ["Board", BOARD], ["South", SOUTH], ["North", NORTH],
    ["Result", null, true], ["Moves", PLIES, true], ["Ending", ENDING], ["Faults", FAULTS, true]]
    .filter(([, key]) => !(key === ROUND && games.every(row => row[ROUND] === 1)) && !(key === BOARD && boards.length === 1));
  let sortBy = NUMBER, up = true, page = 0;
  const search = make("input", { type: "search", placeholder: "Filter by player", "aria-label": "Filter by player" });
  const kind = make("select", { "aria-label": "Which games" }, ...["All games", "Won by south", "Won by north", "Drawn", "With faults"].map((text, value) => make("option", { value }, text)));
  const count = make("span", { "aria-live": "polite" }), pageText = make("span");
  const table = make("table"), head = make("tr"), body = make("tbody");
  table.append(make("thead", {}, head), body);
  const previous = make("button", { type: "button" }, "Previous"), next = make("button", { type: "button" }, "Next");
  list.append(make("div", { class: "filters" }, search, kind, count), make("div", { class: "scroll" }, table), make("div", { class: "pages" }, previous, pageText, next));
  const value = (row, key) => key === null ? row[POINTS_S] - row[POINTS_N] : key === SOUTH || key === NORTH ? players[row[key]] : key === BOARD ? boards[row[key]] : row[key];
  const passes = row => {
    const words = search.value.trim().toLowerCase(), lead = row[POINTS_S] - row[POINTS_N];
    return [true, lead > 0, lead < 0, lead === 0, row[FAULTS] > 0][+kind.value] &&
      (!words || players[row[SOUTH]].toLowerCase().includes(words) || players[row[NORTH]].toLowerCase().includes(words));
  };
  for (const [text, key, numeric] of columns) {
    const sorter = make("button", { type: "button" }, text), cell = make("th", { scope: "col", class: numeric ? "number" : "" }, sorter);
    sorter.addEventListener("click", () => { up = sortBy === key ? !up : true; sortBy = key; page = 0; fill(); });
    cell.dataset.key = String(key);
    head.append(cell);
  }
  const fill = () => {
    const found = games.map((row, index) => [row, index]).filter(([row]) => passes(row));
    found.sort(([x], [y]) => {
      const a = value(x, sortBy), b = value(y, sortBy);
      return (a < b ? -1 : a > b ? 1 : x[NUMBER] - y[NUMBER]) * (up ? 1 : -1);
    });
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.max(0, Math.min(page, pages - 1));
    body.replaceChildren(...found.slice(page * PAGE, (page + 1) * PAGE).map(([row, index]) => {
      const line = make("tr", { "data-index": index, class: index === open ? "open" : "" });
      for (const [, key, numeric] of columns) {
        const text = key === null ? `${row[POINTS_S]} \u2013 ${row[POINTS_N]}` : value(row, key);
        line.append(make("td", { class: numeric ? "number" : "" },
          key === NUMBER ? make("a", { href: `#game-${row[NUMBER]}` }, text) : key === FAULTS && !text ? "" : text));
      }
      line.addEventListener("click", event => { if (!event.target.closest("a")) location.hash = `#game-${row[NUMBER]}`; });
      return line;
    }));
    for (const cell of head.children)
      if (cell.dataset.key === String(sortBy)) cell.setAttribute("aria-sort", up ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    count.textContent = found.length === games.length ? `${games.length} games` : `${found.length} of ${games.length} games`;
    pageText.textContent = `Page ${page + 1} of ${pages}`;
    previous.disabled = page === 0;
    next.disabled = page === pages - 1;
  };
  search.addEventListener("input", () => { page = 0; fill(); });
  kind.addEventListener("change", () => { page = 0; fill(); });
  previous.addEventListener("click", () => { --page; fill(); });
  next.addEventListener("click", () => { ++page; fill(); });

  const follow = behavior => {
    const wanted = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const index = wanted ? indexOf.get(+wanted[1]) : undefined;
    if (index === undefined) return false;
    openGame(index, +(wanted[2] || 0));
    root.scrollIntoView({ block: "start", behavior });
    return true;
  };
  root.hidden = list.hidden = false;
  fill();
  if (!follow("instant")) openGame(0, 0);
  addEventListener("hashchange", () => follow("smooth"));
})();
