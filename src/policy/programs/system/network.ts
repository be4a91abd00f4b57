/** Effects of programs that fetch addresses, query name servers and probe hosts. */
import type { ProgramFamily } from "../entry.ts";

export const network: ProgramFamily = () => ({
  curl: `
    # curl --help all, curl 8.23 and 7.88 (takes abbreviated options); --version was seen to take precedence anywhere.
    # -d counts as a change, also with -G. A format of -w can name a file to write (%output{F}).
    gnu
    -0 -1 -2 -3 -4 -6 -a -B -f -g -G -i -I -j -k -l -L -n -N -p -q -R -s -S -v -Z -: -# --anyauth --append --basic
    --ca-native --cert-status --compressed --compressed-ssh --create-dirs --crlf --digest --disable --disable-eprt
    --disable-epsv --disallow-username-in-url --doh-cert-status --doh-insecure --dump-ca-embed --fail --fail-early
    --fail-with-body --false-start --follow --form-escape --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc
    --ftp-ssl-control --get --globoff --haproxy-protocol --head --http0.9 --http1.0 --http1.1 --http2
    --http2-prior-knowledge --http3 --http3-only --ignore-content-length --include --insecure --ipv4 --ipv6
    --junk-session-cookies --list-only --location --location-trusted --mail-rcpt-allowfails --mptcp --negotiate --netrc
    --netrc-optional --next --no-alpn --no-buffer --no-clobber --no-keepalive --no-progress-meter --no-sessionid --ntlm
    --out-null --parallel --parallel-immediate --path-as-is --post301 --post302 --post303 --progress-bar --proxy-anyauth
    --proxy-basic --proxy-ca-native --proxy-digest --proxy-http2 --proxy-insecure --proxy-negotiate --proxy-ntlm
    --proxytunnel --raw --remote-time --remove-on-error --retry-all-errors --retry-connrefused --sasl-ir --show-error
    --show-headers --silent --skip-existing --socks5-basic --socks5-gssapi --ssl --ssl-allow-beast --ssl-no-revoke
    --ssl-reqd --sslv2 --sslv3 --styled-output --suppress-connect-headers --tcp-fastopen --tcp-nodelay --tls-earlydata
    --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace-ids --trace-time --use-ascii --verbose --xattr
    -A= -C= -e= -m= -P= -r= -t= -u= -U= -y= -Y= -z= --aws-sigv4= --cert-type= --ciphers= --connect-timeout=
    --continue-at= --create-file-mode= --curves= --delegation= --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr=
    --dns-servers= --ech= --expect100-timeout= --ftp-account= --ftp-method= --ftp-port= --ftp-ssl-ccc-mode=
    --happy-eyeballs-timeout-ms= --haproxy-clientip= --hostpubmd5= --hostpubsha256= --interface= --ip-tos=
    --keepalive-cnt= --keepalive-time= --key-type= --krb= --limit-rate= --local-port= --login-options= --max-filesize=
    --max-redirs= --max-time= --noproxy= --oauth2-bearer= --parallel-max= --parallel-max-host= --pass= --pinnedpubkey=
    --proto= --proto-default= --proto-redir= --proxy-cert-type= --proxy-ciphers= --proxy-key-type= --proxy-pass=
    --proxy-pinnedpubkey= --proxy-service-name= --proxy-tls13-ciphers= --proxy-tlsauthtype= --proxy-tlspassword=
    --proxy-tlsuser= --proxy-user= --range= --rate= --referer= --request-target= --retry= --retry-delay=
    --retry-max-time= --sasl-authzid= --service-name= --sigalgs= --socks5-gssapi-service= --speed-limit= --speed-time=
    --telnet-option= --tftp-blksize= --time-cond= --tls-max= --tls13-ciphers= --tlsauthtype= --tlspassword= --tlsuser=
    --trace-config= --user= --user-agent= --vlan-priority=
    -H= -w= --header= --proxy-header= --url-query= --write-out= at
    -b= -E= --cookie= --cacert= --cert= --crlfile= --egd-file= --etag-compare= --key= --knownhosts= --netrc-file= read
    --proxy-cacert= --proxy-cert= --proxy-crlfile= --proxy-key= --pubkey= --random-file= read
    --capath= --proxy-capath= read-below
    -c= -D= -o= --alt-svc= --cookie-jar= --dump-header= --etag-save= --hsts= --libcurl= --output= --ssl-sessions= write
    --stderr= --trace= --trace-ascii= write
    --output-dir= into write-below
    --unix-socket= --abstract-unix-socket= write
    -O --remote-name --remote-name-all changes operands:download* turns:--url=download
    -J --remote-header-name changes caution
    -X= --request= method
    -d= --data= --data-ascii= --data-binary= --data-urlencode= --json= at changes
    --data-raw= --form-string= changes
    -T= --upload-file= read changes
    --ftp-create-dirs changes
    -Q= --quote= --mail-auth= --mail-from= --mail-rcpt= --ftp-alternative-to-user= --upload-flags= changes
    -F= --form= form changes
    -K= --config= read caution
    --variable= --expand-url= --expand-output= --expand-data= --expand-upload-file= --expand-config= caution
    --expand-header= --expand-cookie-jar= --expand-dump-header= --expand-form= --connect-to= --resolve= caution
    --engine= runs
    -x= --preproxy= --proxy= --proxy1.0= --socks4= --socks4a= --socks5= --socks5-hostname= host
    --doh-url= --ipfs-gateway= --url= fetch
    -M -V --manual --version quiet
    -h=? --help=? quiet
    operands fetch*
  `,
  "wget wget2": `
    # wget --help, wget 1.25; wget2 --help, wget2 2.2; without -O and --spider a file is written
    gnu
    -4 -6 -c -d -E -F -H -k -K -L -N -nc -nd -nH -nh -np -nv -q -S -v -x --ask-password --auth-no-challenge
    --cache --check-certificate --clobber --content-on-error --continue --convert-links --debug
    --delete-after --follow-ftp --force-html --https-only --ignore-case --ignore-length --inet4-only --inet6-only
    --keep-session-cookies --no-cache --no-check-certificate --no-clobber --no-config --no-cookies
    --no-directories --no-dns-cache --no-glob --no-host-directories --no-hsts --no-http-keep-alive
    --no-if-modified-since --no-iri --no-netrc --no-parent --no-passive-ftp --no-proxy --no-use-server-timestamps
    --no-verbose --preserve-permissions --quiet --random-wait --relative
    --retry-connrefused --retry-on-host-error --save-headers --server-response --show-progress --span-hosts
    --strict-comments --timestamping --unlink --verbose --warc-cdx --xattr
    --level= -A= -B= -D= -I= -l= -Q= -R= -t= -T= -U= -w= -X= --accept= --accept-regex= --base= --bind-address=
    --certificate-type= --ciphers= --compression= --connect-timeout= --cut-dirs= --default-page= --dns-timeout=
    --domains= --exclude-directories= --exclude-domains= --follow-tags= --ftp-password= --ftp-user= --header=
    --http-password= --http-user= --ignore-tags= --include-directories= --limit-rate= --local-encoding= --max-redirect=
    --password= --prefer-family= --private-key-type= --progress= --proxy-password= --proxy-user= --quota=
    --read-timeout= --referer= --regex-type= --reject= --reject-regex= --remote-encoding= --report-speed=
    --restrict-file-names= --retry-on-http-error= --secure-protocol= --start-pos= --timeout= --tries= --user=
    --user-agent= --wait= --waitretry= --warc-header= --warc-max-size= --max-threads=
    # The names of the files come from the server or from the pages.
    -m -p -r --mirror --page-requisites --recursive --content-disposition --trust-server-names caution
    -i= --input-file= read changes caution
    --load-cookies= --certificate= --private-key= --ca-certificate= --crl-file= --pinnedpubkey= --warc-dedup= read
    --netrc-file= read
    --ca-directory= read-below
    -O= --output-document= write operands:fetch*
    --spider operands:fetch*
    -a= -o= --append-output= --output-file= --rejected-log= --save-cookies= --hsts-file= --warc-file= --stats-dns= write
    --stats-ocsp= --stats-server= --stats-site= --stats-tls= write
    -P= --directory-prefix= into write-below
    --warc-tempdir= write-below
    -b --background changes
    --method= method
    --post-data= --body-data= changes
    --post-file= --body-file= read changes
    -e= --execute= caution
    --config= read caution
    --use-askpass= exec
    --plugin= --local-plugin= --plugin-dirs= runs
    --http-proxy= --https-proxy= host
    -h -V --help --version quiet
    operands changes download*
  `,
  "http https httpie xh xhs": `
    # http --help, HTTPie 3.2; xh --help, xh 0.26; a method or an item among the operands is judged as an address
    gnu
    -I -F -S -b -h -m -v -q -x --all --body --check-status --chunked --compress --debug --follow --headers --https
    --ignore-netrc --ignore-stdin --ipv4 --ipv6 --meta --offline --path-as-is --quiet --stream --traceback --unsorted
    --sorted --verbose --curl --curl-long
    -p= -s= -a= -A= -P= --auth= --auth-type= --boundary= --ciphers= --default-scheme= --format-options= --history-print=
    --http-version= --interface= --max-headers= --max-redirects= --pretty= --print= --response-charset= --response-mime=
    --ssl= --style= --timeout= --cert-key-pass=
    --cert= --cert-key= --verify= --session-read-only= read
    -o= --output= --session= --unix-socket= write
    -d --download changes operands:download*
    -c -j -f --continue --form --json --multipart changes
    --raw= changes
    --proxy= host
    --resolve= caution
    -V --help --manual --version quiet
    operands fetch*
  `,
  aria2c: `
    # aria2c --help=#all, aria2 1.37
    gnu
    -*
    -j= -k= -m= -s= -t= -x= -U= --split= --timeout= --max-tries= --referer= --header= --checksum= --user-agent=
    --log-level= --max-concurrent-downloads= --max-connection-per-server= --min-split-size= --http-user= --http-passwd=
    --ftp-user= --ftp-passwd= --select-file= --index-out= --seed-time= --console-log-level= --file-allocation=
    --max-download-limit= --max-overall-download-limit= --retry-wait= --stop= --gid=
    -i= -T= -M= --input-file= --torrent-file= --metalink-file= --load-cookies= --certificate= --private-key= read
    --ca-certificate= --netrc-path= --server-stat-if= --rpc-certificate= --rpc-private-key= read
    -o= -l= --out= --log= --save-cookies= --save-session= --server-stat-of= --dht-file-path= write
    -d= --dir= into write-below
    --conf-path= read caution
    --on-download-start= --on-download-pause= --on-download-stop= --on-download-complete= --on-download-error= exec
    --on-bt-download-complete= exec
    --all-proxy= --http-proxy= --https-proxy= --ftp-proxy= host
    -v --version quiet
    -h=? --help=? quiet
    operands changes download*
  `,
  "yt-dlp youtube-dl": `
    # yt-dlp --help, yt-dlp 2026.10; without -s, -F, -j and the like it writes to the directory
    gnu
    -*
    -f= -S= -r= -R= -N= -I= -u= -p= -2= -t= --format= --format-sort= --limit-rate= --retries= --playlist-items=
    --username= --password= --sub-langs= --sub-format= --merge-output-format= --audio-format= --audio-quality=
    --remux-video= --recode-video= --match-filters= --download-sections= --date= --datebefore= --dateafter=
    --max-downloads= --add-headers= --extractor-args= --postprocessor-args= --socket-timeout= --source-address=
    --impersonate= --sleep-interval= --concurrent-fragments= --default-search= --compat-options= --convert-subs=
    --convert-thumbnails= --encoding= --progress-template= --fixup= --video-password= --twofactor= --wait-for-video=
    --xff= --color=
    -a= --batch-file= --load-info-json= --cookies= --client-certificate= --client-certificate-key= read
    --netrc-location= read
    -o= --output= --download-archive= write
    -P= --paths= --cache-dir= write-below
    --config-locations= read caution
    --cookies-from-browser= caution
    --print-to-file== write
    --alias= --use-postprocessor= --plugin-dirs= --js-runtimes= --remote-components= runs
    --exec= --exec-before-download= --netrc-cmd= run
    --downloader= --external-downloader= --ffmpeg-location= exec
    --proxy= --geo-verification-proxy= host
    --sponsorblock-api= fetch
    -U --update --rm-cache-dir --mark-watched --no-simulate --force-write-archive --write-pages changes
    --update-to= changes
    -s -F -j -J --simulate --list-formats --dump-json --dump-single-json --list-subs --list-thumbnails operands:fetch*
    -O= --print= operands:fetch*
    -h --help --version quiet
    operands changes fetch*
  `,

  // Names, routes, ports.
  dig: `
    # dig -h, BIND 9.20; @SERVER and +OPTION are separate words
    gnu plus
    -4 -6 -m -r -u
    -b= -c= -p= -q= -t= -x= -y=
    -f= -k= read
    -h -v quiet
    always connects
  `,
  "host nslookup delv dog doggo": `
    # host(1) and nslookup(1), BIND 9.20
    gnu
    -*
    -c= -m= -N= -p= -R= -t= -W= -q= --type= --nameserver= --class=
    always connects
  `,
  "ping ping4 ping6": `
    # ping -h, iputils 20250605
    gnu
    -3 -4 -6 -a -A -b -B -C -D -d -f -H -L -n -O -q -R -U -v
    -c= -e= -F= -i= -I= -l= -m= -M= -N= -p= -Q= -s= -S= -t= -T= -w= -W=
    -h -V quiet
    operands host*
  `,
  "traceroute traceroute6 tracepath mtr arping fping httping tcping": `
    # traceroute --help, traceroute 2.1.6; mtr(8)
    gnu
    -*
    -c= -f= -g= -i= -m= -N= -p= -t= -l= -w= -q= -s= -z= -M= -O= -P= -I= -a= -o= -B= --sport= --fwmark= --report-cycles=
    --interval= --first-ttl= --max-ttl= --psize= --port=
    -F= --filename= read
    --help --version quiet
    operands host*
  `,
  whois: `
    # whois --help, whois 5.6
    gnu
    -a -b -B -c -d -G -H -I -K -l -L -m -M -r -R -x --verbose --no-recursion
    -g= -i= -p= -q= -s= -t= -T= -v= --port=
    -h= --host= host
    --help --version quiet
    always connects
  `,
  nmap: `
    # nmap --help, nmap 7.99
    gnu
    -6 -A -F -f -n -O -r -R -v -d -sL -sn -sS -sT -sU -sV -sA -sW -sM -sN -sF -sX -sY -sZ -sO -Pn -PE -PP -PM --open
    --reason --packet-trace --traceroute --system-dns --version-light --version-all --iflist --append-output
    --noninteractive --no-stylesheet --webxml --osscan-guess --osscan-limit --privileged --unprivileged --badsum
    --send-eth --send-ip
    -p= -e= -D= -S= -g= -iR= --exclude= --exclude-ports= --top-ports= --version-intensity= --scan-delay=
    --max-scan-delay= --min-rate= --max-rate= --max-retries= --host-timeout= --mtu= --ttl= --data= --data-string=
    --data-length= --dns-servers= --min-parallelism= --max-parallelism= --source-port= --spoof-mac= --script-args=
    --script-help= --stylesheet= --min-hostgroup= --max-hostgroup= --scanflags= --port-ratio=
    -PS=? -PA=? -PU=? -T=?
    -iL= --excludefile= --script-args-file= read
    --datadir= read-below
    -oN= -oX= -oS= -oG= -oA= --resume= write
    -sI= -b= --proxies= host
    -sC --script-updatedb runs
    --script= runs
    -h -V --help --version quiet
    operands host*
  `,
  "nc netcat nc.openbsd nc.traditional": `
    # nc -h, netcat-openbsd 1.239; -e and -c are those of nc.traditional
    gnu
    -4 -6 -b -C -D -d -F -k -N -n -r -S -t -u -v -Z
    -I= -i= -M= -m= -O= -P= -p= -q= -s= -T= -V= -W= -w= -X=
    -l changes operands:none*
    -U operands:write,none*
    -e= exec
    -c= run
    -x= host
    -z operands:host,none*
    -h quiet
    operands changes host none*
  `,
  "telnet rlogin rsh tftp ftp tnftp lftp ncftp": `
    # telnet(1), tnftp(1), lftp --help: they talk to a host and can run local commands
    gnu
    -*
    -e= -c= -f= caution
    -u= -p= -s= -P= -N= -r= -q= -l= -a= -b= -n=
    -o= write
    --help --version quiet
    always changes connects
    operands host none*
  `,
  "ab wrk hey siege k6 vegeta iperf iperf3 bombardier autocannon artillery locust oha": `
    # ab(1), wrk --help, k6 help: they send many requests. k6, locust and artillery run scripts
    gnu exact
    -*
    -c= -n= -t= -d= -s= -p= -T= -H= -z= -q= -m= -C= -A= -k= -u= --duration= --vus= --connections= --requests= --rate=
    -o= -e= -g= --out= --output= --logfile= write
    always changes runs connects
  `,
  "ngrok cloudflared tailscale localtunnel frpc zerotier-cli wg wg-quick openvpn websocat grpcurl grpc_cli": `
    # --help of each: they open tunnels or connect to servers
    gnu exact
    -*
    -h --help --version
    always changes connects
  `,
  getent: `
    # getent(1), glibc 2.36
    -i --no-idn --no-addrconfig
    -s --service=
    -? -V --help --usage --version quiet
    sub passwd,group,shadow,gshadow,services,protocols,rpc,aliases,ethers,netgroup,initgroups,networks
    sub hosts,ahosts,ahostsv4,ahostsv6
    operands host*
  `,
});
